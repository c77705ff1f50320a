package dev.turnstile.worker.benchmark;

import dev.turnstile.worker.WorkerService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker-service in a process of its own, so that what it takes is its own. */
final class WorkerProcess implements AutoCloseable {
    /** As {@code deploy/image/jvm.options} has it in a container of 384 MB. */
    private static final List<String> MEMORY = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:TieredStopAtLevel=1",
            "-Xmx172m",
            "-XX:TrimNativeHeapInterval=5000",
            "-XX:+ExitOnOutOfMemoryError");

    private final Process process;
    private final Path log;

    WorkerProcess(Path kubeconfig, Path folder) throws IOException {
        Path configuration = Files.writeString(
                folder.resolve("configuration.yaml"),
                "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, leaderElection: {leaderElect:"
                        + " false}}");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(MEMORY);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                WorkerService.class.getName(),
                "--kubeconfig=" + kubeconfig,
                "--config=" + configuration,
                "--logging.level.dev.turnstile=warn",
                "--server.port=0",
                "--management.server.port=0",
                "--webhook.port=0",
                "--kueue.visibilityServer.bindPort=0"));
        log = folder.resolve("worker.log");
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Fails where the process has ended, so that nobody waits for what it will not do. */
    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the worker ended with " + process.exitValue() + ": see " + log);
        }
    }

    Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The most memory that it ever held, in megabytes, as the kernel counts it. */
    double peakMegabytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
            }
        }
        throw new IllegalStateException("/proc does not say how much memory process " + process.pid() + " held");
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

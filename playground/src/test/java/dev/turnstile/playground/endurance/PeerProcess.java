package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Upstream's scheduler without what its load does not need, as upstream's runner starts it. */
final class PeerProcess implements SchedulerProcess {
    private final Process process;
    private final Path log;

    /** Starts it. */
    PeerProcess(Path peer, Path kubeconfig, Path log) throws IOException {
        this.log = log;
        this.process = new ProcessBuilder(List.of(
                        peer.resolve("bin/minimalkueue").toString(),
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--zap-log-level=2"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // The end of this program is the end of what it started.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public boolean isReady() {
        try {
            return Files.readString(log).contains("Starting workers");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String end() {
        return "minimalkueue ended with " + process.exitValue() + "; its log is " + log;
    }

    @Override
    public Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public OptionalLong eventsDropped() {
        return OptionalLong.empty();
    }

    @Override
    public double peakMegabytes() {
        return ProcessMemory.peakMegabytes(process);
    }

    @Override
    public void close() {
        ChildProcess.end(process);
    }
}

package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Upstream's load runner as a process. It starts etcd and kube-apiserver, then a scheduler, which is a script here that
 * only waits: the scheduler that is tried is started beside it, by the caller. When it has seen enough, it asks the
 * script to end, and keeps the API server up until it has.
 */
final class Upstream implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final Process process;
    // A runner that gives up leaves its API server and etcd behind; what it started is noted while it runs.
    private final Map<Long, ProcessHandle> started = new LinkedHashMap<>();

    /**
     * Starts it.
     *
     * @param peer the folder with {@code bin} and {@code source}
     * @param generator what it creates
     * @param definitions the folder with the CRDs
     */
    Upstream(Path peer, Path assets, Path generator, Path definitions, Duration timeout, Path folder)
            throws IOException {
        this.folder = folder;
        Path doorstep = Files.writeString(folder.resolve("doorstep"), """
            #!/bin/sh
            # --kubeconfig FILE, and what does not matter: waits where a scheduler would run.
            trap '' INT
            cp "$2" '%1$s/part' && mv '%1$s/part' '%1$s/admin'
            while [ ! -e '%1$s/ended' ]; do sleep 0.2; done
            """.formatted(folder));
        Files.setPosixFilePermissions(doorstep, PosixFilePermissions.fromString("rwxr-xr-x"));
        var builder = new ProcessBuilder(List.of(
                        peer.resolve("bin/runner").toString(),
                        "--o=" + folder,
                        "--crds=" + definitions,
                        "--generatorConfig=" + generator,
                        "--minimalKueue=" + doorstep,
                        "--timeout=" + timeout.toSeconds() + "s",
                        "--withLogs",
                        "--logToFile"))
                .directory(peer.resolve("source").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile());
        builder.environment().put("KUBEBUILDER_ASSETS", assets.toString());
        this.process = builder.start();
        // The end of this program is the end of what it started.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    private Path log() {
        return folder.resolve("runner.log");
    }

    /** The kubeconfig of the cluster's administrator, once the cluster is up and has the definitions. */
    String awaitCluster() throws IOException, InterruptedException {
        Path admin = folder.resolve("admin");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(admin)) {
            if (System.nanoTime() > deadline || !isRunning()) {
                throw new IllegalStateException("no cluster came up; see " + log());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
        // Its server ends with a slash, as paths begin with one.
        return Files.readString(admin).replaceAll("(server: https://[^/]+)/", "$1");
    }

    /** Whether it goes on; notes what it started. */
    boolean isRunning() {
        process.descendants().forEach(child -> started.putIfAbsent(child.pid(), child));
        return process.isAlive();
    }

    /** Whether it has seen enough, or has given up, and waits for the scheduler to end. */
    boolean hasSeenEnough() throws IOException {
        return Files.readString(log()).contains("Stop the command");
    }

    /** Waits until it has seen enough of that scheduler. */
    void awaitEnd(SchedulerProcess scheduler) throws IOException, InterruptedException {
        while (!hasSeenEnough()) {
            if (!isRunning()) {
                throw new IllegalStateException("the runner broke off; see " + log());
            }
            if (!scheduler.isAlive()) {
                throw new IllegalStateException(scheduler.end());
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** What etcd and kube-apiserver have used so far. */
    Duration controlPlaneCpu() {
        isRunning();
        return started.values().stream()
                .filter(each -> each.info()
                        .command()
                        .filter(program -> program.endsWith("/etcd") || program.endsWith("/kube-apiserver"))
                        .isPresent())
                .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Lets it end, and write what it has seen; whether it saw everything end. */
    boolean finish() throws IOException, InterruptedException {
        isRunning();
        Files.writeString(folder.resolve("ended"), "");
        return process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    /** What it saw of the Workloads; empty if it gave up. */
    Optional<Seen> seen() throws IOException {
        Path file = folder.resolve("wlStates.csv");
        return Files.exists(file) ? Optional.of(Seen.of(Files.readAllLines(file))) : Optional.empty();
    }

    /**
     * Its own count.
     *
     * @param finished those with a time to finish
     * @param admission the seconds from creation to admission, on average, by class
     */
    record Seen(int workloads, int finished, int evictions, Map<String, Double> admission) {
        /** Of a runner that gave up. */
        static final Seen NOTHING = new Seen(0, 0, 0, Map.of());

        /** @param lines id, class, namespace, name, ms to admitted, ms to finish, evictions */
        static Seen of(List<String> lines) {
            List<String[]> rows =
                    lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
            return new Seen(
                    rows.size(),
                    (int) rows.stream()
                            .filter(row -> Long.parseLong(row[5]) > 0)
                            .count(),
                    rows.stream().mapToInt(row -> Integer.parseInt(row[6])).sum(),
                    rows.stream()
                            .collect(Collectors.groupingBy(
                                    row -> row[1],
                                    TreeMap::new,
                                    Collectors.averagingDouble(row -> Long.parseLong(row[4]) / 1e3))));
        }
    }

    @Override
    public void close() {
        isRunning();
        process.destroyForcibly().onExit().join();
        started.values().stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }
}

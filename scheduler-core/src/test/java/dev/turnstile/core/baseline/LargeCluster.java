package dev.turnstile.core.baseline;

import dev.turnstile.core.baseline.ClusterSimulation.Report;
import dev.turnstile.core.baseline.ClusterSimulation.WorkloadClass;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.vocabulary.Word;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The story of 10 cohorts with 100 queues each and 50,000 workloads, in a process of its own, whose heap is limited.
 * CPU is that of the whole process: its start, the compiler and the garbage collector included.
 */
final class LargeCluster {
    private static final long PATIENCE_SECONDS = 120;

    /** What the process said at its end. */
    record Result(int finished, double seconds, String description) {}

    private LargeCluster() {}

    /** A tenth of each class of the small story per queue: 50 workloads in each of 1,000 queues. */
    @SuppressWarnings("SystemOut") // how the result reaches the process that asked
    public static void main(String[] arguments) throws IOException {
        Report report = new ClusterSimulation(
                        10,
                        100,
                        new WorkloadClass("small", 35, 100, 1, 200, 50),
                        new WorkloadClass("medium", 10, 500, 5, 500, 100),
                        new WorkloadClass("large", 5, 1200, 20, 1000, 200))
                .run();
        Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
        Properties result = new Properties();
        result.setProperty("finished", Integer.toString(report.finished()));
        result.setProperty("seconds", Double.toString(cpu.toMillis() / 1e3));
        result.setProperty("description", ClusterSimulation.describe(report, 6_600));
        result.store(System.out, null);
    }

    /** Runs the story within that much heap, for a bounded time; where it fails, the error carries what it printed. */
    static Result within(String heap, Path output) throws IOException, InterruptedException {
        String classPath = String.join(
                System.getProperty("path.separator"), root(LargeCluster.class), root(Scheduler.class), vocabulary());
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:TieredStopAtLevel=1", // so short a life does not pay for the second compiler
                        "-cp",
                        classPath,
                        LargeCluster.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("not finished within %d s".formatted(PATIENCE_SECONDS));
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("ended with %d within a heap of %s:%n%s"
                    .formatted(process.exitValue(), heap, Files.readString(output)));
        }
        Properties result = new Properties();
        try (var reader = Files.newBufferedReader(output)) {
            result.load(reader);
        }
        return new Result(
                Integer.parseInt(result.getProperty("finished")),
                Double.parseDouble(result.getProperty("seconds")),
                result.getProperty("description"));
    }

    /** The folder or jar of the vocabulary, a module of its own. */
    private static String vocabulary() {
        return Path.of(URI.create(Word.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
    }

    /** The folder that a class was read from; tests are part of the core's module, so its location is not it. */
    private static String root(Class<?> type) {
        String name = type.getSimpleName() + ".class";
        String own = type.getName().replace('.', '/') + ".class";
        var resource = type.getResource(name);
        if (resource == null || !resource.getProtocol().equals("file")) {
            throw new IllegalStateException("%s was read from %s, not from a folder".formatted(own, resource));
        }
        String path = Path.of(URI.create(resource.toString())).toString();
        return path.substring(0, path.length() - own.length());
    }
}

package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A service as its image runs it, from the built jar: the image's options of the JVM, and the heap that 384 MB give.
 */
final class ServiceProcess implements SchedulerProcess {
    /** {@code MaxRAMPercentage} of a container's 384 MB: this machine has more. */
    private static final String HEAP = "-Xmx172m";
    /** As a container of 384 MB has it, and what the options of the image make of that. */
    private static final String MEMORY = "-XX:MaxRAM=384m";

    private static final List<String> AUDIT = List.of(
            "--turnstile.audit=report", "--turnstile.audit-interval=10s", "--turnstile.audit-list-interval=30s");

    private static final Pattern PORT = Pattern.compile("listening on management ([0-9]+)");
    /** Of each generation of the collector that the image names. */
    private static final Pattern USED = Pattern.compile("(?:DefNew|Tenured) +total [0-9]+K, used ([0-9]+)K");

    private static final Pattern DROPPED =
            Pattern.compile("^kueue_events_dropped_total(?:\\{[^}]*})? ([0-9.E]+)", Pattern.MULTILINE);

    private final String service;
    private final List<String> command;
    private final Path log;
    private volatile Process process;
    /** What earlier processes of it have used. */
    private Duration cpuBefore = Duration.ZERO;

    private double peakBefore;
    /** The process that was ready since then, for samples of its figures. */
    private @Nullable Process seenReady;

    private @Nullable Instant readySince;

    /**
     * Starts it, with the audit.
     *
     * @param service {@code worker-service} or {@code manager-service}
     * @param log where its output is added
     */
    ServiceProcess(String service, Path kubeconfig, Path configuration, Path log) {
        this(service, HEAP, AUDIT, kubeconfig, configuration, log);
    }

    /** Starts worker-service as it is released. */
    static ServiceProcess released(Path kubeconfig, Path configuration, Path log) {
        return new ServiceProcess("worker-service", MEMORY, List.of(), kubeconfig, configuration, log);
    }

    private ServiceProcess(
            String service, String memory, List<String> arguments, Path kubeconfig, Path configuration, Path log) {
        Path jar = Repository.file(service + "/target/" + service + ".jar");
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is not there: ./mvnw -pl " + service + " -am package -DskipTests");
        }
        this.service = service;
        this.command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Repository.file("deploy/image/jvm.options"),
                memory,
                "-jar",
                jar.toString(),
                "--kubeconfig=" + kubeconfig,
                "--config=" + configuration,
                "--server.port=0",
                "--management.server.port=0",
                // Everybody on this machine may read the endpoints.
                "--spring.profiles.active=playground",
                "--server.address=127.0.0.1",
                "--management.server.address=127.0.0.1"));
        command.addAll(arguments);
        if (service.equals("worker-service")) {
            command.add("--webhook.port=0");
            command.add("--kueue.visibilityServer.bindPort=0");
        }
        this.log = log;
        this.process = started();
        // The end of this program is the end of what it started.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> process.destroyForcibly()));
    }

    private Process started() {
        try {
            var builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()));
            builder.environment()
                    .keySet()
                    .removeIf(name -> name.equals("KUBECONFIG") || name.startsWith("KUBERNETES_"));
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + service, e);
        }
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    /** How the process ended that is not running any more. */
    @Override
    public String end() {
        return service + " ended with " + process.exitValue() + "; its log is " + log;
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        remember();
        process.destroyForcibly().onExit().join();
    }

    /** Starts it again where it was killed. */
    void restart() {
        process = started();
    }

    @Override
    public Duration cpu() {
        return cpuBefore.plus(process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO));
    }

    /** The most memory that one of its processes ever held, in megabytes, as the kernel counts it. */
    @Override
    public double peakMegabytes() {
        return Math.max(peakBefore, process.isAlive() ? ProcessMemory.peakMegabytes(process) : 0);
    }

    /** As its metric says, since it was started last. */
    @Override
    public OptionalLong eventsDropped() {
        String metrics =
                managementPort().map(port -> Endpoints.read(port, "/metrics")).orElse("it does not listen");
        Matcher dropped = DROPPED.matcher(metrics);
        if (!dropped.find()) {
            throw new IllegalStateException("the metrics of " + service + " do not name dropped events: "
                    + metrics.lines().limit(5).toList());
        }
        return OptionalLong.of((long) Double.parseDouble(dropped.group(1)));
    }

    /** What it holds now. */
    record Figures(double megabytes, int threads) {}

    /** Of a process that was ready that long ago, to be called again and again. */
    Optional<Figures> vitals(Duration warm) {
        Process now = process;
        if (readySince == null || !now.equals(seenReady)) {
            readySince = now.isAlive() && isReady() ? Instant.now() : null;
            seenReady = now;
        }
        try {
            return readySince != null && readySince.plus(warm).isBefore(Instant.now()) && now.isAlive()
                    ? Optional.of(new Figures(ProcessMemory.megabytes(process), ProcessMemory.threads(process)))
                    : Optional.empty();
        } catch (UncheckedIOException e) {
            // It was killed meanwhile.
            return Optional.empty();
        }
    }

    /** What the audit of any of its processes has found, as their log has it. */
    List<String> auditFindings() {
        return errors().stream().filter(line -> line.contains("audit: ")).toList();
    }

    /** Lines of the log of any of its processes, findings of the audit among them. */
    List<String> errors() {
        return log().lines().filter(line -> line.contains("level=ERROR")).toList();
    }

    /** What is on its heap after a collection, in megabytes. */
    double liveMegabytes() {
        commanded("GC.run");
        Matcher used = USED.matcher(commanded("GC.heap_info"));
        double kilobytes = 0;
        while (used.find()) {
            kilobytes += Double.parseDouble(used.group(1));
        }
        if (kilobytes == 0) {
            throw new IllegalStateException("the heap of " + service + " is not described as it used to be");
        }
        return kilobytes / 1024;
    }

    /** What each of its threads does. */
    String threads() {
        return commanded("Thread.print");
    }

    private String commanded(String command) {
        Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process asked = new ProcessBuilder(program.toString(), Long.toString(process.pid()), command)
                    .redirectErrorStream(true)
                    .start();
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(program + " cannot be run", e);
        }
    }

    /** Whether its probe says so. */
    @Override
    public boolean isReady() {
        return managementPort()
                .filter(port -> Endpoints.read(port, "/readyz").contains("\"UP\""))
                .isPresent();
    }

    /** Where its endpoints are, once it listens. */
    Optional<Integer> managementPort() {
        Matcher matches = PORT.matcher(log());
        Optional<Integer> last = Optional.empty();
        while (matches.find()) {
            last = Optional.of(Integer.valueOf(matches.group(1)));
        }
        return last;
    }

    private String log() {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
        }
    }

    private void remember() {
        cpuBefore = cpu();
        peakBefore = peakMegabytes();
    }

    @Override
    public void close() {
        ChildProcess.end(process);
    }
}

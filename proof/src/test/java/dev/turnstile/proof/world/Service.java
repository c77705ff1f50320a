package dev.turnstile.proof.world;

import dev.turnstile.proof.api.Line;
import dev.turnstile.proof.thread.Baton;
import dev.turnstile.proof.thread.ServiceProcess;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.Auditor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** One replica of a service: a process that is started again whenever it has died. */
abstract class Service {
    static final AuditSettings AUDIT =
            new AuditSettings(AuditSettings.Mode.REPORT, Duration.ofMinutes(1), Duration.ofMinutes(10));
    private static final Duration RESTART = Duration.ofSeconds(3);

    private final String name;
    private final Baton baton;
    private final RandomGenerator random;
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private ServiceProcess process;
    private Duration clockError = Duration.ZERO;
    private Consumer<String> violated = _ -> {};
    private int starts;
    private boolean watched;

    Service(String name, Baton baton, RandomGenerator random) {
        this.name = name;
        this.baton = baton;
        this.random = random;
        this.process = new ServiceProcess(baton, name + "-0", random);
    }

    String name() {
        return name;
    }

    ServiceProcess process() {
        return process;
    }

    int starts() {
        return starts;
    }

    Baton baton() {
        return baton;
    }

    /** The way to a cluster. */
    Line line(Cluster cluster) {
        return lines.computeIfAbsent(cluster.server().name(), _ -> {
            Line made = new Line(process, cluster.server(), baton, random);
            made.whenStorming(storm -> violated.accept(name + ": " + storm));
            return made;
        });
    }

    Iterable<Line> lines() {
        return lines.values();
    }

    /** Starts a new process, and from now on another whenever it has died. */
    void start() {
        starts++;
        process = new ServiceProcess(baton, name + "-" + starts, random);
        process.clock().jump(clockError);
        process.threads().loops().whenFailed(this::failed);
        lines.values().forEach(line -> line.takenBy(process));
        process.run("main", () -> begin(process));
        if (!watched) {
            watched = true;
            watch();
        }
    }

    /** Whatever faults do to requests is expected by those who send them; what ends a round is not. */
    private void failed(String loop, Throwable cause) {
        if (process.alive() && !Line.hadNoCredentials(cause)) {
            violated.accept("the loop %s of %s failed: %s".formatted(loop, process.name(), Failures.words(cause)));
        }
    }

    private void watch() {
        baton.after(RESTART, () -> {
            if (!process.alive()) {
                start();
            }
            watch();
        });
    }

    void jump(Duration by) {
        clockError = clockError.plus(by);
        process.clock().jump(by);
    }

    /** Has that called with what its audit finds. */
    void whenViolated(Consumer<String> listener) {
        violated = listener;
    }

    /** Lets the audit of its process run; whatever it finds is a violation. */
    void audit(Auditor auditor, ServiceProcess self) {
        auditor.whenFound(finding -> violated.accept("the audit of %s found %s: %s; %s"
                .formatted(self.name(), finding.kind(), finding.state(), finding.history())));
        auditor.start(self.threads());
    }

    /** Makes and starts the production classes, on a thread of the process. */
    abstract void begin(ServiceProcess self);
}

package dev.turnstile.service.audit;

import dev.turnstile.service.audit.AuditSettings.Mode;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the checks of a service, pass after pass, while it is active. What two passes in a row find is logged and
 * counted and, in the mode {@code repair}, read again; what is still there in the pass after that is logged, counted
 * and read again.
 */
public final class Auditor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);
    /** Of more findings of one pass the log says only how many. */
    private static final int MOST_LOGGED = 20;
    /** More objects are read again in later passes. */
    private static final int MOST_REPAIRED = 200;

    private final AuditSettings settings;
    private final Map<AuditCheck, Recurrence> checks = new LinkedHashMap<>();
    private final BooleanSupplier active;
    private final InstantSource clock;
    private final AuditCounts counts;
    private final List<Consumer<Finding>> listeners = new CopyOnWriteArrayList<>();
    private @Nullable Loop loop;

    /**
     * An auditor that does not run yet.
     *
     * @param active whether this instance writes: only then what it keeps in memory has to be complete
     */
    public Auditor(
            AuditSettings settings, List<? extends AuditCheck> checks, BooleanSupplier active, InstantSource clock) {
        this.settings = settings;
        checks.forEach(check -> this.checks.put(check, new Recurrence()));
        this.active = active;
        this.clock = clock;
        this.counts = new AuditCounts(checks);
    }

    /** What it has found and repaired. */
    public AuditCounts counts() {
        return counts;
    }

    /** Has that called with each finding that is counted, on the auditor's thread. */
    public void whenFound(Consumer<Finding> listener) {
        listeners.add(listener);
    }

    /** Begins to run pass after pass, unless it is off. */
    public void start(Threads threads) {
        if (settings.mode() != Mode.OFF) {
            loop = Loop.start(threads, "audit", "audit", Loop.Pace.USUAL, running -> {
                running.sleep(settings.interval());
                pass();
            });
        }
    }

    /** Runs every check once. One that fails is tried again in the next pass; the others run. */
    public void pass() throws InterruptedException {
        for (Map.Entry<AuditCheck, Recurrence> each : checks.entrySet()) {
            if (!active.getAsBoolean()) {
                each.getValue().forget();
                continue;
            }
            Instant now = clock.instant();
            try {
                report(each.getKey(), each.getValue().take(each.getKey().findings(now), now), now);
            } catch (RuntimeException e) {
                LOG.warn(
                        "the audit could not compare {}: {}",
                        String.join(", ", new TreeSet<>(each.getKey().kinds())),
                        e.toString());
            }
        }
    }

    private void report(AuditCheck check, List<Recurrence.Again> found, Instant now) throws InterruptedException {
        int number = 0;
        for (Recurrence.Again again : found) {
            Finding finding = again.finding();
            counts.found(finding.kind());
            listeners.forEach(listener -> listener.accept(finding));
            if (number < MOST_LOGGED) {
                LOG.atError()
                        .addKeyValue("kind", finding.kind())
                        .addKeyValue("subject", finding.subject())
                        .log(
                                "audit: {} for {} s; {}",
                                finding.state(),
                                Duration.between(again.since(), now).toSeconds(),
                                finding.history());
            }
            if (settings.mode() == Mode.REPAIR && number < MOST_REPAIRED) {
                repair(check, finding);
            }
            number++;
        }
        if (number > MOST_LOGGED) {
            LOG.error("audit: {} more findings of {}", number - MOST_LOGGED, check.kinds());
        }
    }

    private void repair(AuditCheck check, Finding finding) throws InterruptedException {
        try {
            check.repair(finding);
            counts.repaired(finding.kind());
        } catch (RuntimeException e) {
            LOG.warn("audit: {} {} could not be read again: {}", finding.kind(), finding.subject(), e.toString());
        }
    }

    /** Runs no further pass. */
    @Override
    public void close() {
        Loop running = loop;
        if (running != null) {
            running.close();
        }
    }
}

package dev.turnstile.service.informer;

import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a kind can be read, and for how long it could not. Changed by the reflector's thread, read by any. */
final class ReadHealth {
    private static final Logger LOG = LoggerFactory.getLogger(ReadHealth.class);

    private final ApiResource resource;
    private final Threads threads;
    private volatile @Nullable String problem;
    private volatile Runnable alarm = () -> {};
    private volatile long heardAt;
    private int failures;
    private int barren;

    ReadHealth(ApiResource resource, Threads threads) {
        this.resource = resource;
        this.threads = threads;
        this.heardAt = threads.nanoTime();
    }

    @Nullable
    String problem() {
        return problem;
    }

    /** Sets what runs whenever a problem begins. */
    void whenTroubled(Runnable newAlarm) {
        alarm = newAlarm;
        if (problem != null) {
            newAlarm.run();
        }
    }

    Duration silence() {
        return Duration.ofNanos(threads.nanoTime() - heardAt);
    }

    /** The API sent something. */
    void heard() {
        heardAt = threads.nanoTime();
    }

    /** A request was answered. A server whose watches end at once does not count as well for that. */
    void answered() {
        heard();
        failures = 0;
        if (barren == 0 && problem != null) {
            LOG.info("{} can be read again", resource);
            problem = null;
        }
    }

    /** A watch reported a change, or lasted. */
    void fruitful() {
        barren = 0;
        answered();
    }

    /** A watch ended at once without a change; how often in a row. */
    int barren() {
        return ++barren;
    }

    /**
     * A request failed; how often in a row, watches that ended at once included. An API server that restarts refuses in
     * three ways, one after the other: only the first is a warning.
     */
    int failed(String words) {
        failures++;
        if (problem == null) {
            LOG.warn("{} cannot be read for now: {}", resource, words);
        } else if (!words.equals(problem)) {
            LOG.info("{} still cannot be read: {}", resource, words);
        }
        if (!words.equals(problem)) {
            troubled(words);
        }
        return Math.max(failures, barren);
    }

    /** Something keeps the store from being whole and fresh. */
    void troubled(String words) {
        problem = words;
        alarm.run();
    }
}

package dev.turnstile.core.ungating.simulation;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.vocabulary.CheckState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The truth of the local workload: the object, and what its own cluster's worker does with it. */
final class SimulatedLocal {

    private final Runnable changed;
    private LocalWorkload object = new LocalWorkload(
            "team/job-a",
            "0",
            true,
            true,
            Optional.empty(),
            false,
            Optional.empty(),
            CheckState.PENDING,
            CheckMessage.NONE,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    private long version;
    private int lives;

    SimulatedLocal(Runnable changed) {
        this.changed = changed;
    }

    LocalWorkload object() {
        return object;
    }

    long version() {
        return version;
    }

    /** How many reservations there were: the number of the present life. */
    int lives() {
        return lives;
    }

    /** A write of the manager, guarded by the version that it was decided from. */
    boolean write(String guard, UnaryOperator<LocalParts> change) {
        if (!object.version().equals(guard)) {
            return false;
        }
        put(change.apply(new LocalParts(object)));
        return true;
    }

    /** The workload controller: evicts on Retry or deactivation, then frees the quota. */
    void control() {
        if (object.finished().isPresent() || object.reservedSince().isEmpty()) {
            return;
        }
        if (object.evicted()) {
            put(new LocalParts(object).reservedSince(Optional.empty()));
        } else if (object.check() == CheckState.RETRY || !object.active()) {
            evict();
        }
    }

    /** The scheduler reserves quota for what waits. */
    void schedule(Instant clock) {
        if (object.active()
                && object.finished().isEmpty()
                && object.reservedSince().isEmpty()) {
            lives++;
            Instant since = clock.truncatedTo(ChronoUnit.SECONDS);
            put(new LocalParts(object).reservedSince(Optional.of(since)).evicted(false));
        }
    }

    /** {@code Evicted} and the reset of the check are one patch. */
    void evict() {
        if (object.finished().isEmpty() && object.reservedSince().isPresent() && !object.evicted()) {
            put(new LocalParts(object)
                    .evicted(true)
                    .check(
                            CheckState.PENDING,
                            CheckMessage.parse("Reset to Pending after eviction. Previously: Retry")));
        }
    }

    void active(boolean value) {
        put(new LocalParts(object).active(value));
    }

    private void put(LocalParts parts) {
        version++;
        object = parts.version(Long.toString(version)).build();
        changed.run();
    }
}

package dev.turnstile.core.queue;

import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Workloads that may not compete before a time, and those whose time has come. */
final class Backoff {
    private static final Comparator<Pending> BY_TIME = Comparator.comparing(Pending::time)
            .thenComparing(pending -> pending.workload().key());

    private final TreeSet<Pending> waiting = new TreeSet<>(BY_TIME);
    private final List<WorkloadKey> returned = new ArrayList<>();

    void add(Pending pending) {
        pending.place = Pending.Place.BACKOFF;
        waiting.add(pending);
    }

    void remove(Pending pending) {
        waiting.remove(pending);
    }

    /** Removes and returns the next workload whose time has come, or null. */
    @Nullable
    Pending poll(Instant now) {
        if (waiting.isEmpty() || !waiting.first().allowed(now)) {
            return null;
        }
        Pending due = waiting.removeFirst();
        returned.add(due.workload().key());
        return due;
    }

    /** When the next workload's time comes, or null where none waits for a time. */
    @Nullable
    Instant next() {
        return waiting.isEmpty() || waiting.first().time().equals(Instant.MAX)
                ? null
                : waiting.first().time();
    }

    /** Workloads whose time has come since this was called last. */
    List<WorkloadKey> takeReturned() {
        List<WorkloadKey> taken = List.copyOf(returned);
        returned.clear();
        return taken;
    }
}

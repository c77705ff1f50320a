package dev.turnstile.core.queue;

import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.workload.Workload;
import org.jspecify.annotations.Nullable;

/** A waiting workload and where it waits. */
final class Pending {

    enum Place {
        /** Among its equals, which compete for the head or are parked together. */
        CLASS,
        /** Parked by itself. */
        PARKED,
        /** Until its time comes. */
        BACKOFF,
        /** Taken out for a cycle. */
        IN_FLIGHT
    }

    private final WaitingLine line;
    private final Workload workload;
    private final Object equivalence;
    private EquivalenceClass peers;
    Place place = Place.PARKED;

    @Nullable
    FlavorProgress progress;

    boolean namespaceMismatch;
    /** Whether it was looked at, or passed over with an equal's answer. */
    boolean answered;

    long wakesWhenPopped;

    Pending(WaitingLine line, Workload workload, Object equivalence, EquivalenceClass peers) {
        this.line = line;
        this.workload = workload;
        this.equivalence = equivalence;
        this.peers = peers;
    }

    WaitingLine line() {
        return line;
    }

    Workload workload() {
        return workload;
    }

    /** What its peers have in common with it. */
    Object equivalence() {
        return equivalence;
    }

    /** The class that it was in last; another one may have taken its place while it was out. */
    EquivalenceClass peers() {
        return peers;
    }

    void peers(EquivalenceClass joined) {
        peers = joined;
    }
}

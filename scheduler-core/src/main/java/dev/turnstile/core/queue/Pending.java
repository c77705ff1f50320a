package dev.turnstile.core.queue;

import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.workload.Workload;
import java.time.Instant;
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
        /** Popped for a cycle. */
        IN_FLIGHT
    }

    private final WaitingLine line;
    private final Workload workload;
    private final Object equivalence;
    private EquivalenceClass peers;
    Place place = Place.PARKED;

    /** Not before then, whatever the workload itself says; null where nothing is known against it. */
    private final @Nullable Instant notBefore;

    @Nullable
    FlavorProgress progress;

    boolean namespaceMismatch;

    /**
     * Whether the room that its victims leave is its own: from the cycle in which it preempted, until it is admitted,
     * is gone or changed, or turns out to find neither room nor victims.
     */
    boolean claims;

    /** Whether a cycle decided on it, or on one of its class in its place. */
    boolean decided;

    /** The number of the last event before it was popped; see {@link Wakes}. */
    long lastWakeBefore;

    Pending(
            WaitingLine line,
            Workload workload,
            Object equivalence,
            EquivalenceClass peers,
            @Nullable Instant notBefore) {
        this.line = line;
        this.workload = workload;
        this.equivalence = equivalence;
        this.peers = peers;
        this.notBefore = notBefore;
    }

    /** The last decision on it, or on one of its class, no longer holds. */
    void undecide() {
        if (place == Place.CLASS) {
            peers.expect(this);
        } else {
            decided = false;
        }
    }

    /** Whether it waits for a time of its own, not for quota. */
    boolean backsOff() {
        return place == Place.BACKOFF && workload.requeue().at() != null;
    }

    boolean allowed(Instant now) {
        Instant time = notBefore;
        return workload.requeue().allowed(now) && (time == null || !time.isAfter(now));
    }

    /** When it may compete, if it may not now; {@link Instant#MAX} where that depends on an event. */
    Instant time() {
        Instant own =
                workload.requeue().held() ? Instant.MAX : workload.requeue().at();
        Instant time = notBefore;
        if (own == null) {
            return time == null ? Instant.MAX : time;
        }
        return time == null || own.isAfter(time) ? own : time;
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

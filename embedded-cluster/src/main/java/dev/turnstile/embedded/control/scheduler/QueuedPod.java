package dev.turnstile.embedded.control.scheduler;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A pod in the scheduling queue. Owned by the scheduler's thread. */
final class QueuedPod {
    /** The part of the queue that a pod is in. */
    enum Pool {
        ACTIVE,
        BACKOFF,
        UNSCHEDULABLE,
        GATED,
        IN_FLIGHT
    }

    private final Instant since;
    private final long sequence;
    PodView pod;
    Pool pool = Pool.GATED;
    int attempts;
    Instant parkedSince;
    Instant backoffUntil;
    Set<String> rejectedBy = Set.of();
    boolean wokenInFlight;

    @Nullable
    GatedBy gatedBy;

    QueuedPod(PodView pod, Instant since, long sequence) {
        this.pod = pod;
        this.since = since;
        this.sequence = sequence;
        this.parkedSince = since;
        this.backoffUntil = since;
    }

    Instant since() {
        return since;
    }

    long sequence() {
        return sequence;
    }
}

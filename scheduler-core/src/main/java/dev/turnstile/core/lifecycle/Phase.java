package dev.turnstile.core.lifecycle;

/** Where a workload stands in its life. It is read from the conditions and {@code spec.active}, never stored. */
public enum Phase {
    /** In its queue, without quota. */
    WAITING,
    /** In its queue; it would preempt, and a closed gate is in the way. */
    GATED,
    /** Evicted, and out of the queue until its back-off is over. */
    BACKING_OFF,
    /**
     * Evicted, and out of the queue until something lets it back in: a stopped queue, or a pod that is created again.
     */
    HELD,
    /** Holds quota; not all of its checks are ready. */
    RESERVED,
    /** May run. */
    ADMITTED,
    /** Is to be deactivated, or has just been; not evicted for it yet. */
    DEACTIVATING,
    /** Evicted; its job is being stopped and still holds quota. */
    EVICTING,
    /** Deactivated, without quota. */
    DEACTIVATED,
    /** Done. */
    FINISHED
}

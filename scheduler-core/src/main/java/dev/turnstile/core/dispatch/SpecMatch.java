package dev.turnstile.core.dispatch;

/** How the spec of a replica compares with that of the local workload (gates, which are the manager's, left aside). */
public enum SpecMatch {
    /** Nothing to do. */
    SAME,
    /** It differs where it may change in place: priority, a lower count, constraint annotations. */
    OUTDATED,
    /** It differs where it cannot change: it is the replica of another workload of that name. */
    DIFFERENT
}

package dev.turnstile.core.hierarchy;

/** Whom a ClusterQueue's workloads may preempt. */
public record PreemptionPolicy(
        Candidates withinClusterQueue, Candidates reclaimWithinCohort, BorrowWithinCohort borrowWithinCohort) {
    public static final PreemptionPolicy NEVER =
            new PreemptionPolicy(Candidates.NEVER, Candidates.NEVER, BorrowWithinCohort.NEVER);

    /** Which workloads are candidates, by priority and age. */
    public enum Candidates {
        NEVER,
        LOWER_PRIORITY,
        LOWER_OR_NEWER_EQUAL_PRIORITY,
        ANY
    }

    /** Whether nominal quota can be taken back from its borrowers at any time. */
    public boolean alwaysReclaims() {
        return reclaimWithinCohort == Candidates.ANY;
    }
}

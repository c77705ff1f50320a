package dev.turnstile.model.condition;

/** In what relation the preemptor stands to its victim: reasons of {@code Preempted}, set by the scheduler. */
public final class PreemptionReasons {
    /** Both are in the same ClusterQueue. */
    public static final String IN_CLUSTER_QUEUE = "InClusterQueue";

    /** The victim's queue held more than its own quota. */
    public static final String IN_COHORT_RECLAMATION = "InCohortReclamation";

    /** The same, and the preemptor borrows as well. */
    public static final String IN_COHORT_RECLAIM_WHILE_BORROWING = "InCohortReclaimWhileBorrowing";

    /** The victim's queue held more than its fair share. */
    public static final String IN_COHORT_FAIR_SHARING = "InCohortFairSharing";

    private PreemptionReasons() {}
}

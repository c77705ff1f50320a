package dev.turnstile.core.preemption;

/** Why a workload is preempted, as in condition {@code Preempted}. */
public enum PreemptionReason {
    IN_CLUSTER_QUEUE("InClusterQueue", "prioritization in the ClusterQueue"),
    IN_COHORT_RECLAMATION("InCohortReclamation", "reclamation within the cohort"),
    IN_COHORT_RECLAIM_WHILE_BORROWING("InCohortReclaimWhileBorrowing", "reclamation within the cohort while borrowing"),
    IN_COHORT_FAIR_SHARING("InCohortFairSharing", "Fair Sharing within the cohort");

    private final String text;
    private final String words;

    PreemptionReason(String text, String words) {
        this.text = text;
        this.words = words;
    }

    /** The reason as the API spells it. */
    public String text() {
        return text;
    }

    /** The reason in words. */
    public String words() {
        return words;
    }
}

package dev.turnstile.vocabulary;

/** In what relation the preemptor stands to its victim: reasons of {@code Preempted}, set by the scheduler. */
public enum PreemptionReason implements Word {
    /** Both are in the same ClusterQueue. */
    IN_CLUSTER_QUEUE("InClusterQueue", "prioritization in the ClusterQueue"),

    /** The victim's queue held more than its own quota. */
    IN_COHORT_RECLAMATION("InCohortReclamation", "reclamation within the cohort"),

    /** The same, and the preemptor borrows as well. */
    IN_COHORT_RECLAIM_WHILE_BORROWING("InCohortReclaimWhileBorrowing", "reclamation within the cohort while borrowing"),

    /** The victim's queue held more than its fair share. */
    IN_COHORT_FAIR_SHARING("InCohortFairSharing", "Fair Sharing within the cohort");

    private final String text;
    private final String words;

    PreemptionReason(String text, String words) {
        this.text = text;
        this.words = words;
    }

    @Override
    public String text() {
        return text;
    }

    /** The reason in words, as messages have it. */
    public String words() {
        return words;
    }
}

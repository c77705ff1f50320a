package dev.turnstile.vocabulary;

/** Why a service deactivates a Workload: reasons of {@code DeactivationTarget}. */
public enum DeactivationReason implements Word {
    /** A check reported {@code Rejected}. */
    ADMISSION_CHECK("AdmissionCheck"),

    /** It was requeued too often. */
    REQUEUING_LIMIT_EXCEEDED("RequeuingLimitExceeded"),

    /** It ran longer than it may; the reason of an event, too. */
    MAXIMUM_EXECUTION_TIME_EXCEEDED("MaximumExecutionTimeExceeded"),

    /** Its manager cluster evicted it. */
    EVICTED_ON_MANAGER_CLUSTER("EvictedOnManagerCluster");

    private final String text;

    DeactivationReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}

package dev.turnstile.model.condition;

/** Why a Workload is about to be deactivated: reasons of {@code DeactivationTarget}, set by worker-service. */
public final class DeactivationReasons {
    /** A check said {@code Rejected}. */
    public static final String ADMISSION_CHECK = "AdmissionCheck";

    /** It was put back too often. */
    public static final String REQUEUING_LIMIT_EXCEEDED = "RequeuingLimitExceeded";

    /** It ran longer than it may. */
    public static final String MAXIMUM_EXECUTION_TIME_EXCEEDED = "MaximumExecutionTimeExceeded";

    /** Its manager cluster evicted it. */
    public static final String EVICTED_ON_MANAGER_CLUSTER = "EvictedOnManagerCluster";

    private DeactivationReasons() {}
}

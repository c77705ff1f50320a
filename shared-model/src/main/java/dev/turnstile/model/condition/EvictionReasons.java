package dev.turnstile.model.condition;

/** Why a Workload must give its quota back: reasons of {@code Evicted}, and of {@code Requeued=False} after it. */
public final class EvictionReasons {
    /** By worker-service's scheduler, for the sake of another Workload. */
    public static final String PREEMPTED = "Preempted";

    /** By worker-service: its pods were not ready in time, or not again. */
    public static final String PODS_READY_TIMEOUT = "PodsReadyTimeout";

    /** By worker-service: a check said {@code Retry}. */
    public static final String ADMISSION_CHECK = "AdmissionCheck";

    /** By worker-service: its ClusterQueue was drained. */
    public static final String CLUSTER_QUEUE_STOPPED = "ClusterQueueStopped";

    /** By worker-service: its LocalQueue was drained. */
    public static final String LOCAL_QUEUE_STOPPED = "LocalQueueStopped";

    /** By worker-service: a user set {@code spec.active} to false. */
    public static final String DEACTIVATED = "Deactivated";

    private static final String DEACTIVATED_DUE_TO = DEACTIVATED + "DueTo";

    /** By worker-service: a check said {@code Rejected}. */
    public static final String DEACTIVATED_DUE_TO_ADMISSION_CHECK =
            DEACTIVATED_DUE_TO + DeactivationReasons.ADMISSION_CHECK;

    /** By worker-service: it was put back too often. */
    public static final String DEACTIVATED_DUE_TO_REQUEUING_LIMIT_EXCEEDED =
            DEACTIVATED_DUE_TO + DeactivationReasons.REQUEUING_LIMIT_EXCEEDED;

    /** By worker-service: it ran longer than it may. */
    public static final String DEACTIVATED_DUE_TO_MAXIMUM_EXECUTION_TIME_EXCEEDED =
            DEACTIVATED_DUE_TO + DeactivationReasons.MAXIMUM_EXECUTION_TIME_EXCEEDED;

    /** By worker-service of a worker cluster: its manager evicted it. */
    public static final String DEACTIVATED_DUE_TO_EVICTED_ON_MANAGER_CLUSTER =
            DEACTIVATED_DUE_TO + DeactivationReasons.EVICTED_ON_MANAGER_CLUSTER;

    private EvictionReasons() {}

    /** The reason of an eviction that deactivates, from that of {@code DeactivationTarget}. */
    public static String deactivatedDueTo(String deactivationReason) {
        return DEACTIVATED_DUE_TO + deactivationReason;
    }

    /** Whether it was a service that deactivated the Workload, and not a user. */
    public static boolean isDeactivationForCause(String reason) {
        return reason.startsWith(DEACTIVATED_DUE_TO);
    }

    /** Whether the eviction deactivated the Workload, whoever wanted it. */
    public static boolean isDeactivation(String reason) {
        return reason.startsWith(DEACTIVATED);
    }
}

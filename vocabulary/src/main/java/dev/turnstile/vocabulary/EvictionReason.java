package dev.turnstile.vocabulary;

/** Why a Workload must release its quota: reasons of {@code Evicted}, and of {@code Requeued=False} after it. */
public enum EvictionReason implements Word {
    /** By the scheduler, for the sake of another Workload. */
    PREEMPTED("Preempted"),

    /** Its pods were not ready in time, or not again. */
    PODS_READY_TIMEOUT("PodsReadyTimeout"),

    /** A check reported {@code Retry}. */
    ADMISSION_CHECK("AdmissionCheck"),

    /** Its ClusterQueue was drained. */
    CLUSTER_QUEUE_STOPPED("ClusterQueueStopped"),

    /** Its LocalQueue was drained. */
    LOCAL_QUEUE_STOPPED("LocalQueueStopped"),

    /** A user set {@code spec.active} to false. */
    DEACTIVATED("Deactivated");

    private static final String DEACTIVATED_DUE_TO = DEACTIVATED.text + "DueTo";

    private final String text;

    EvictionReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /** The reason of an eviction that deactivates for cause, from that of {@code DeactivationTarget}. */
    public static String deactivatedDueTo(String deactivationReason) {
        return DEACTIVATED_DUE_TO + deactivationReason;
    }

    /** Whether a service deactivated the Workload, and not a user. */
    public static boolean isDeactivationForCause(String reason) {
        return reason.startsWith(DEACTIVATED_DUE_TO);
    }

    /** Whether the eviction deactivated the Workload, on behalf of a user or of a service. */
    public static boolean isDeactivation(String reason) {
        return reason.startsWith(DEACTIVATED.text);
    }
}

package dev.turnstile.model.condition;

/** The other reasons of a Workload's conditions. */
public final class WorkloadReasons {
    /**
     * {@code QuotaReserved=True}, and {@code False} of what it ends: {@code Evicted}, {@code PreemptionBlocked} and so
     * on.
     */
    public static final String QUOTA_RESERVED = "QuotaReserved";

    /** {@code Admitted=True}, by worker-service. */
    public static final String ADMITTED = "Admitted";

    /** {@code Admitted=False}, by worker-service: it has no quota. */
    public static final String NO_RESERVATION = "NoReservation";

    /** {@code Admitted=False}, by worker-service: it has quota, but a check is no longer ready. */
    public static final String UNSATISFIED_ADMISSION_CHECKS = "UnsatisfiedAdmissionChecks";

    /** {@code PreemptionBlocked=True}, by the scheduler: a gate is closed. */
    public static final String PREEMPTION_GATED = "PreemptionGated";

    /** {@code PreemptionBlocked=False}: it was evicted. */
    public static final String EVICTED = "Evicted";

    /** {@code PreemptionBlocked=False}, by the scheduler: a later evaluation was not gated any more. */
    public static final String NOT_GATED = "NotGated";

    /** {@code PodsReady=False}, by the integration: the pods are starting. */
    public static final String WAIT_FOR_START = "WaitForStart";

    /** {@code PodsReady=False}, by the integration: a pod that was ready is not any more. */
    public static final String WAIT_FOR_RECOVERY = "WaitForRecovery";

    /** {@code PodsReady=True}, by the integration: all are ready for the first time. */
    public static final String STARTED = "Started";

    /** {@code PodsReady=True}, by the integration: all are ready again. */
    public static final String RECOVERED = "Recovered";

    /** {@code Requeued=True}, by worker-service: the time that it had to stay away is over. */
    public static final String BACKOFF_FINISHED = "BackoffFinished";

    /** {@code Requeued=True}, by worker-service: its ClusterQueue admits again. */
    public static final String CLUSTER_QUEUE_RESTARTED = "ClusterQueueRestarted";

    /** {@code Requeued=True}, by worker-service: its LocalQueue admits again. */
    public static final String LOCAL_QUEUE_RESTARTED = "LocalQueueRestarted";

    /** {@code Requeued=True}, by worker-service: it was activated again. */
    public static final String REACTIVATED = "Reactivated";

    /** {@code Requeued=True}, by worker-service: it gave its quota to another one and waits again. */
    public static final String PREEMPTED = "Preempted";

    /** {@code Finished=True}, by the integration: the job did what it should. */
    public static final String SUCCEEDED = "Succeeded";

    /** {@code Finished=True}, by the integration: the job failed for good. */
    public static final String FAILED = "Failed";

    /** {@code Finished=True}, by the integration: the job could not be started, and never can. */
    public static final String FAILED_TO_START = "FailedToStart";

    /** {@code Finished=True}, by worker-service: the job that it belonged to is gone. */
    public static final String OWNER_NOT_FOUND = "OwnerNotFound";

    /** {@code WaitingForReplacementPods=True}, by the Pod integration: pods of the group failed. */
    public static final String PODS_FAILED = "PodsFailed";

    /** {@code WaitingForReplacementPods=False}, by the Pod integration: the group is complete. */
    public static final String PODS_READY = "PodsReady";

    /** {@code TerminationTarget} of a pod, by the Pod integration: this, followed by the reason of the eviction. */
    public static final String WORKLOAD_EVICTED_DUE_TO = "WorkloadEvictedDueTo";

    private WorkloadReasons() {}
}

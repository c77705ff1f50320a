package dev.turnstile.model.event;

import dev.turnstile.model.condition.WaitReasons;

/**
 * What an event is about. Beside these, a Workload that waits has warnings whose reason is that of its condition
 * ({@link WaitReasons}), by the scheduler.
 */
public final class EventReasons {
    /** On a Workload, by the scheduler: it has quota. */
    public static final String QUOTA_RESERVED = "QuotaReserved";

    /** On a Workload, by whoever completed its admission: the scheduler, or the workload controller after checks. */
    public static final String ADMITTED = "Admitted";

    /** On a victim, by the scheduler. */
    public static final String PREEMPTED = "Preempted";

    /** On a preemptor, by the scheduler, once for each victim. */
    public static final String PREEMPTED_WORKLOAD = "PreemptedWorkload";

    /** On a Workload with a check, by the workload controller: the check refused for good. */
    public static final String ADMISSION_CHECK_REJECTED = "AdmissionCheckRejected";

    /** On a job, by its integration: its Workload's check began anew. */
    public static final String UPDATED_ADMISSION_CHECK = "UpdatedAdmissionCheck";

    /** On a Workload, by the workload controller: it ran longer than it may. */
    public static final String MAXIMUM_EXECUTION_TIME_EXCEEDED = "MaximumExecutionTimeExceeded";

    /** On a job or Workload, by whoever deletes it after the time that the configuration keeps it. */
    public static final String DELETED = "Deleted";

    /** On a job, by its integration: its Workload was made. */
    public static final String CREATED_WORKLOAD = "CreatedWorkload";

    /** On a job, by its integration: its waiting Workload follows a change. */
    public static final String UPDATED_WORKLOAD = "UpdatedWorkload";

    /** On a job, by its integration: its Workload did not match it any more. */
    public static final String DELETED_WORKLOAD = "DeletedWorkload";

    /** On a job, by its integration: it ended, and its Workload with it. */
    public static final String FINISHED_WORKLOAD = "FinishedWorkload";

    /** On a job, by its integration: no Workload can be made of it. */
    public static final String WORKLOAD_COMPOSE_ERROR = "ErrWorkloadCompose";

    /** On a job, by its integration: the class that it names does not exist. */
    public static final String WORKLOAD_PRIORITY_CLASS_NOT_FOUND = "WorkloadPriorityClassNotFound";

    /** On a job, by its integration: it was admitted and may run. */
    public static final String STARTED = "Started";

    /** On a job, by its integration: it was evicted and must not run. */
    public static final String STOPPED = "Stopped";

    /** A job waits behind a scheduling gate and has no Workload (KEP-6915). */
    public static final String SCHEDULING_GATED = "SchedulingGated";

    /** On a pod, by the Pod integration: its group has more pods than it said. */
    public static final String EXCESS_POD_DELETED = "ExcessPodDeleted";

    /** On a Workload, by the Pod integration: further pods of the group own it. */
    public static final String OWNER_REFERENCES_ADDED = "OwnerReferencesAdded";

    /** On a local Workload, by manager-service: where it was admitted. */
    public static final String MULTI_KUEUE = "MultiKueue";

    /** On a local Workload, by manager-service: the gate of one of its replicas was opened (KEP-8303). */
    public static final String PREEMPTION_UNGATED = "PreemptionUngated";

    /** On a local Workload, by manager-service, once for each wait: replicas want to preempt and have to wait. */
    public static final String PREEMPTION_UNGATING_DEFERRED = "PreemptionUngatingDeferred";

    private static final String EVICTED_DUE_TO = "EvictedDueTo";

    private EventReasons() {}

    /** On a Workload that held quota, by whoever evicts it, from the eviction's reason. */
    public static String evictedDueTo(String evictionReason) {
        return EVICTED_DUE_TO + evictionReason;
    }
}

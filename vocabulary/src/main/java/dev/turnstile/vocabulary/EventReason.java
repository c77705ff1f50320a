package dev.turnstile.vocabulary;

/** What an event is about. A waiting Workload has warnings whose reason is a {@link WaitingReason}, too. */
public enum EventReason implements Word {
    /** On a Workload, by the scheduler: it has quota. */
    QUOTA_RESERVED("QuotaReserved"),

    /** On a Workload, by what completed its admission: the scheduler, or the workload controller after checks. */
    ADMITTED("Admitted"),

    /** On a victim, by the scheduler. */
    PREEMPTED("Preempted"),

    /** On a preemptor, by the scheduler, once for each victim. */
    PREEMPTED_WORKLOAD("PreemptedWorkload"),

    /** On a Workload with a check, by the workload controller: the check refused for good. */
    ADMISSION_CHECK_REJECTED("AdmissionCheckRejected"),

    /** On a job, by its integration: its Workload's check began again. */
    UPDATED_ADMISSION_CHECK("UpdatedAdmissionCheck"),

    /** On a job or Workload, when it is deleted after the time that the configuration keeps it. */
    DELETED("Deleted"),

    /** On a job, by its integration: its Workload was made. */
    CREATED_WORKLOAD("CreatedWorkload"),

    /** On a job, by its integration: its waiting Workload follows a change. */
    UPDATED_WORKLOAD("UpdatedWorkload"),

    /** On a job, by its integration: its Workload did not match it any more. */
    DELETED_WORKLOAD("DeletedWorkload"),

    /** On a job, by its integration: it ended, and its Workload with it. */
    FINISHED_WORKLOAD("FinishedWorkload"),

    /** On a job, by its integration: no Workload can be made of it. */
    WORKLOAD_COMPOSE_ERROR("ErrWorkloadCompose"),

    /** On a job, by its integration: the class that it names does not exist. */
    WORKLOAD_PRIORITY_CLASS_NOT_FOUND("WorkloadPriorityClassNotFound"),

    /** On a job, by its integration: it was admitted and may run. */
    STARTED("Started"),

    /** On a job, by its integration: it was evicted and must not run. */
    STOPPED("Stopped"),

    /** A job waits behind a scheduling gate and has no Workload (KEP-6915). */
    SCHEDULING_GATED("SchedulingGated"),

    /** On a pod, by the Pod integration: its group has more pods than it declared. */
    EXCESS_POD_DELETED("ExcessPodDeleted"),

    /** On a Workload, by the Pod integration: further pods of the group own it. */
    OWNER_REFERENCES_ADDED("OwnerReferencesAdded"),

    /** On a local Workload, by manager-service: where it was admitted. */
    MULTIKUEUE("MultiKueue"),

    /** On a local Workload, by manager-service: the gate of one of its replicas was opened (KEP-8303). */
    PREEMPTION_UNGATED("PreemptionUngated"),

    /** On a local Workload, by manager-service, once for each wait: replicas want to preempt and have to wait. */
    PREEMPTION_UNGATING_DEFERRED("PreemptionUngatingDeferred"),

    /** On a Workload, by worker-service: an annotation of KEP-8729 has another value than true or false. */
    INVALID_ADMISSION_CONSTRAINT("InvalidAdmissionConstraint"),

    /** On a local Workload, by manager-service: a worker cluster refused to create its replica or its job. */
    REFUSED_BY_CLUSTER("RefusedByCluster"),

    /** On an object that does not parse, by the service that skipped it. */
    UNREADABLE("Unreadable");

    private static final String EVICTED_DUE_TO = "EvictedDueTo";

    private final String text;

    EventReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /** On a Workload that held quota, from the reason of its eviction. */
    public static String evictedDueTo(String evictionReason) {
        return EVICTED_DUE_TO + evictionReason;
    }
}

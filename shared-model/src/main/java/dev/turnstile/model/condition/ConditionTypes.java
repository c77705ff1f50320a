package dev.turnstile.model.condition;

/** What may hold of our objects, and who says so. W: worker-service of the same cluster. M: manager-service. */
public final class ConditionTypes {
    /** Queues (W): workloads are admitted. Checks: the controller works; M for its own. Clusters (M): connected. */
    public static final String ACTIVE = "Active";

    /** Workload. W, scheduler: quota is held; false says why it waits. Never set: nobody has looked at it yet. */
    public static final String QUOTA_RESERVED = "QuotaReserved";

    /** Workload. W, workload controller: quota is held and every check is ready. */
    public static final String ADMITTED = "Admitted";

    /** Workload. W, scheduler: it could be admitted by preempting, but a gate is closed; false takes it back. */
    public static final String PREEMPTION_BLOCKED = "PreemptionBlocked";

    /** Workload. W, Job and Pod integration (M for a dispatched one): all its pods are ready or done. */
    public static final String PODS_READY = "PodsReady";

    /** Workload. W, scheduler or workload controller: it must give its quota back; false once it has quota again. */
    public static final String EVICTED = "Evicted";

    /** Workload. W, scheduler: evicted for the sake of another one; false once it has quota again. */
    public static final String PREEMPTED = "Preempted";

    /** Workload. W: after an eviction, back in its queue; false while it stays away. */
    public static final String REQUEUED = "Requeued";

    /** Workload. W, Job and Pod integration (M for a dispatched one): it is over, for good. */
    public static final String FINISHED = "Finished";

    /** Workload. W, workload controller: it is about to be deactivated, and why. */
    public static final String DEACTIVATION_TARGET = "DeactivationTarget";

    /** Workload of a pod group. W, Pod integration: pods that are gone must be made anew. */
    public static final String WAITING_FOR_REPLACEMENT_PODS = "WaitingForReplacementPods";

    /** Pod. W, Pod integration: it is about to be deleted because its Workload was evicted. */
    public static final String TERMINATION_TARGET = "TerminationTarget";

    private ConditionTypes() {}
}

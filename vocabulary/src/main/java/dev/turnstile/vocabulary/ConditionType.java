package dev.turnstile.vocabulary;

/**
 * What may hold of an object, and who reports it. W: worker-service of the same cluster. M: manager-service. Those of a
 * workload's life come first, in the order in which a patch sets them.
 */
public enum ConditionType implements Word {
    /** Workload. W, scheduler: quota is held; false says why it waits. Never set: not evaluated yet. */
    QUOTA_RESERVED("QuotaReserved"),

    /** Workload. W, scheduler: it could be admitted by preempting, but a gate is closed; false withdraws that. */
    PREEMPTION_BLOCKED("PreemptionBlocked"),

    /** Workload. W, scheduler or workload controller: it must release its quota; false once it has quota again. */
    EVICTED("Evicted"),

    /** Workload. W, scheduler: evicted for the sake of another one; false once it has quota again. */
    PREEMPTED("Preempted"),

    /** Workload. W, workload controller: quota is held and every check is ready. */
    ADMITTED("Admitted"),

    /** Workload. W, Job and Pod integration (M for a dispatched one): all its pods are ready or done. */
    PODS_READY("PodsReady"),

    /** Workload. W: after an eviction, back in its queue; false while it stays away. */
    REQUEUED("Requeued"),

    /** Workload. W, Job and Pod integration (M for a dispatched one): it is over, for good. */
    FINISHED("Finished"),

    /** Workload. W, workload controller: it is about to be deactivated, and why. */
    DEACTIVATION_TARGET("DeactivationTarget"),

    /** Workload of a pod group. W, Pod integration: pods that are gone must be replaced. */
    WAITING_FOR_REPLACEMENT_PODS("WaitingForReplacementPods"),

    /** Pod. W, Pod integration: it is about to be deleted because its Workload was evicted. */
    TERMINATION_TARGET("TerminationTarget"),

    /** Queues (W): workloads are admitted. Checks: the controller works; M for its own. Clusters (M): connected. */
    ACTIVE("Active");

    private final String text;

    ConditionType(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}

package dev.turnstile.core.lifecycle;

/** The conditions of a workload that its life is made of, in the order in which a patch sets them. */
public enum ConditionType {
    QUOTA_RESERVED("QuotaReserved"),
    PREEMPTION_BLOCKED("PreemptionBlocked"),
    EVICTED("Evicted"),
    PREEMPTED("Preempted"),
    ADMITTED("Admitted"),
    PODS_READY("PodsReady"),
    REQUEUED("Requeued"),
    FINISHED("Finished"),
    DEACTIVATION_TARGET("DeactivationTarget");

    private final String text;

    ConditionType(String text) {
        this.text = text;
    }

    /** The type as the API spells it. */
    public String text() {
        return text;
    }
}

package dev.turnstile.core.cycle;

/** Why a workload waits: the reason of condition {@code QuotaReserved=False}. */
public enum WaitingReason {
    PENDING_EVALUATION("PendingEvaluation"),
    WAITING_FOR_QUOTA("WaitingForQuota"),
    EXCEEDS_MAX_QUOTA("ExceedsMaxQuota"),
    NO_MATCHING_FLAVOR("NoMatchingFlavor"),
    WAITING_FOR_PREEMPTED_WORKLOADS("WaitingForPreemptedWorkloads"),
    WAITING_FOR_PODS_READY("WaitingForPodsReady"),
    MISCONFIGURED("Misconfigured"),
    SUSPENDED("Suspended"),
    DEACTIVATED("Deactivated"),
    PREEMPTION_GATED("PreemptionGated"),
    ADMISSION_CONSTRAINED("AdmissionConstrained"),
    ON_HOLD("OnHold");

    private final String text;

    WaitingReason(String text) {
        this.text = text;
    }

    /** The reason as the API spells it. */
    public String text() {
        return text;
    }
}

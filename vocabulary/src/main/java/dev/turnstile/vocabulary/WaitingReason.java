package dev.turnstile.vocabulary;

/** Why a Workload has no quota: reasons of {@code QuotaReserved=False}, and of the warnings about it. */
public enum WaitingReason implements Word {
    /** It was requeued and is to be evaluated again. */
    PENDING_EVALUATION("PendingEvaluation"),

    /** The quota that it needs is in use. */
    WAITING_FOR_QUOTA("WaitingForQuota"),

    /** It requests more than there will ever be. */
    EXCEEDS_MAX_QUOTA("ExceedsMaxQuota"),

    /** No flavor's nodes suit its pods. */
    NO_MATCHING_FLAVOR("NoMatchingFlavor"),

    /** Its victims have not released their quota yet. */
    WAITING_FOR_PREEMPTED_WORKLOADS("WaitingForPreemptedWorkloads"),

    /** Admission waits until the pods of what was admitted are ready. */
    WAITING_FOR_PODS_READY("WaitingForPodsReady"),

    /** Its queue does not exist, or its requests make no sense. */
    MISCONFIGURED("Misconfigured"),

    /** Its queue is stopped or inactive. */
    SUSPENDED("Suspended"),

    /** {@code spec.active} is false. */
    DEACTIVATED("Deactivated"),

    /** It could be admitted by preempting, but a preemption gate is closed. */
    PREEMPTION_GATED("PreemptionGated"),

    /** Without its own constraints it could be admitted, or find victims. */
    ADMISSION_CONSTRAINED("AdmissionConstrained"),

    /** A pre-enqueue gate keeps it out of its queue, or it backs off. */
    ON_HOLD("OnHold");

    private final String text;

    WaitingReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}

package dev.turnstile.model.condition;

/** Why a Workload has no quota: reasons of {@code QuotaReserved=False}, set by worker-service. */
public final class WaitReasons {
    /** It was put back and is to be looked at again. */
    public static final String PENDING_EVALUATION = "PendingEvaluation";

    /** The quota that it needs is in use. */
    public static final String WAITING_FOR_QUOTA = "WaitingForQuota";

    /** It asks for more than there will ever be. */
    public static final String EXCEEDS_MAX_QUOTA = "ExceedsMaxQuota";

    /** No flavor's nodes suit its pods. */
    public static final String NO_MATCHING_FLAVOR = "NoMatchingFlavor";

    /** Its victims have not given their quota back yet. */
    public static final String WAITING_FOR_PREEMPTED_WORKLOADS = "WaitingForPreemptedWorkloads";

    /** Admission waits until the pods of what was admitted are ready. */
    public static final String WAITING_FOR_PODS_READY = "WaitingForPodsReady";

    /** Its queue does not exist, or its requests make no sense. */
    public static final String MISCONFIGURED = "Misconfigured";

    /** Its queue is stopped or inactive. */
    public static final String SUSPENDED = "Suspended";

    /** {@code spec.active} is false. */
    public static final String DEACTIVATED = "Deactivated";

    /** It could be admitted by preempting, but a preemption gate is closed. */
    public static final String PREEMPTION_GATED = "PreemptionGated";

    /** Without its own constraints it could be admitted, or find victims. */
    public static final String ADMISSION_CONSTRAINED = "AdmissionConstrained";

    /** Something holds it in its queue, or it stays away for a while. */
    public static final String ON_HOLD = "OnHold";

    private WaitReasons() {}
}

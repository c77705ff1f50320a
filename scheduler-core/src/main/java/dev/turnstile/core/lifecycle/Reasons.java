package dev.turnstile.core.lifecycle;

/** Reasons that people grep for. */
final class Reasons {

    static final String ADMITTED = "Admitted";
    static final String ADMISSION_CHECK = "AdmissionCheck";
    static final String BACKOFF_FINISHED = "BackoffFinished";
    static final String DEACTIVATED = "Deactivated";
    static final String DUE_TO = "DeactivatedDueTo";
    static final String EVICTED = "Evicted";
    static final String NOT_GATED = "NotGated";
    static final String NO_RESERVATION = "NoReservation";
    static final String OWNER_NOT_FOUND = "OwnerNotFound";
    static final String PENDING_EVALUATION = "PendingEvaluation";
    static final String PODS_READY_TIMEOUT = "PodsReadyTimeout";
    static final String PREEMPTED = "Preempted";
    static final String PREEMPTION_GATED = "PreemptionGated";
    static final String QUOTA_RESERVED = "QuotaReserved";
    static final String REACTIVATED = "Reactivated";
    static final String RECOVERED = "Recovered";
    static final String STARTED = "Started";
    static final String UNSATISFIED_CHECKS = "UnsatisfiedAdmissionChecks";
    static final String WAITING_FOR_PREEMPTED_WORKLOADS = "WaitingForPreemptedWorkloads";
    static final String WAIT_FOR_RECOVERY = "WaitForRecovery";
    static final String WAIT_FOR_START = "WaitForStart";

    private Reasons() {}
}

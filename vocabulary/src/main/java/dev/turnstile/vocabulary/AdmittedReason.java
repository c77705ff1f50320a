package dev.turnstile.vocabulary;

/** Reasons of {@code Admitted}, set by worker-service. */
public enum AdmittedReason implements Word {
    /** True: it may run. */
    ADMITTED("Admitted"),

    /** False: it has no quota. */
    NO_RESERVATION("NoReservation"),

    /** False: it has quota, but a check is not ready, or not any more. */
    UNSATISFIED_ADMISSION_CHECKS("UnsatisfiedAdmissionChecks");

    private final String text;

    AdmittedReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}

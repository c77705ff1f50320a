package dev.turnstile.core.workload;

/** What a workload forbids itself while it is admitted (KEP-8729). */
public record AdmissionConstraints(boolean cannotPreempt, boolean cannotBorrow) {
    public static final AdmissionConstraints NONE = new AdmissionConstraints();

    /** Forbids nothing. */
    public AdmissionConstraints() {
        this(false, false);
    }

    public boolean any() {
        return cannotPreempt || cannotBorrow;
    }
}

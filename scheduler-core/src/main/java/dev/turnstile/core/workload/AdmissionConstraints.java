package dev.turnstile.core.workload;

/** What a workload forbids itself while it is admitted (KEP-8729). */
public record AdmissionConstraints(boolean cannotPreempt, boolean cannotBorrow) {
    public static final AdmissionConstraints NONE = new AdmissionConstraints();

    /** Forbids nothing. */
    public AdmissionConstraints() {
        this(false, false);
    }

    /** The same for a workload that may preempt. */
    public AdmissionConstraints allowingPreemption() {
        return new AdmissionConstraints(false, cannotBorrow);
    }

    /** The same for a workload that may borrow. */
    public AdmissionConstraints allowingBorrowing() {
        return new AdmissionConstraints(cannotPreempt, false);
    }

    public boolean any() {
        return cannotPreempt || cannotBorrow;
    }
}

package dev.turnstile.core.workload;

import java.util.function.Predicate;

/** What would admit a workload and is ruled out by its own constraints alone (KEP-8729). */
public enum RuledOut {
    PREEMPTION("if it were allowed to preempt", true, false),
    BORROWING("if it were allowed to borrow", false, true),
    /** One of them would do, whichever it is. */
    EITHER("if it were allowed to preempt or borrow", true, true),
    /** One of them alone would not do. */
    BOTH("if it were allowed to preempt and borrow", true, true),
    /** It would be admitted partially, which a constrained workload never is. */
    FEWER_PODS("with fewer pods if it had no admission constraints", true, true);

    private final String condition;
    private final boolean preemption;
    private final boolean borrowing;

    RuledOut(String condition, boolean preemption, boolean borrowing) {
        this.condition = condition;
        this.preemption = preemption;
        this.borrowing = borrowing;
    }

    /**
     * Which of several constraints are the obstacle, where the workload could be admitted without any.
     *
     * @param possible whether it could be admitted under those
     */
    public static RuledOut of(AdmissionConstraints own, Predicate<AdmissionConstraints> possible) {
        boolean preempting = own.cannotPreempt() && possible.test(own.allowingPreemption());
        boolean borrowing = own.cannotBorrow() && possible.test(own.allowingBorrowing());
        if (preempting && borrowing) {
            return EITHER;
        }
        if (preempting) {
            return PREEMPTION;
        }
        return borrowing ? BORROWING : BOTH;
    }

    /** Under which condition it could be admitted, as the end of a clause. */
    public String condition() {
        return condition;
    }

    /** Which of the workload's own constraints are the obstacle. */
    public AdmissionConstraints among(AdmissionConstraints own) {
        return new AdmissionConstraints(preemption && own.cannotPreempt(), borrowing && own.cannotBorrow());
    }
}

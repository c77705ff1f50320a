package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import org.jspecify.annotations.Nullable;

/**
 * Whether workloads of other queues may be preempted while the preemptor borrows.
 *
 * @param policy whether at all
 * @param maxPriorityThreshold the highest priority that a victim may have; none: any that the policy allows
 */
public record BorrowWithinCohort(
        BorrowWithinCohortPolicy policy, @Nullable Integer maxPriorityThreshold) {
    public static final BorrowWithinCohort DEFAULT = new BorrowWithinCohort(BorrowWithinCohortPolicy.NEVER, null);

    /** Fills in what the JSON left out. */
    public BorrowWithinCohort {
        policy = Absent.orElse(policy, BorrowWithinCohortPolicy.NEVER);
    }
}

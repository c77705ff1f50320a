package dev.turnstile.core.hierarchy;

import org.jspecify.annotations.Nullable;

/** Whether others may be preempted while borrowing, and up to which priority of theirs. */
public record BorrowWithinCohort(
        boolean lowerPriority, @Nullable Integer maxPriorityThreshold) {
    public static final BorrowWithinCohort NEVER = new BorrowWithinCohort(false, null);
}

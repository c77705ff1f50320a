package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;

/**
 * Which workloads a workload of the queue may preempt.
 *
 * @param reclaimWithinCohort those of other queues that hold more than their own quota
 * @param borrowWithinCohort such ones even while the preemptor itself borrows
 * @param withinClusterQueue those of the same queue
 */
public record ClusterQueuePreemption(
        ReclaimWithinCohort reclaimWithinCohort,
        BorrowWithinCohort borrowWithinCohort,
        WithinClusterQueue withinClusterQueue) {
    /** None. */
    public static final ClusterQueuePreemption DEFAULT =
            new ClusterQueuePreemption(ReclaimWithinCohort.NEVER, BorrowWithinCohort.DEFAULT, WithinClusterQueue.NEVER);

    /** Fills in what the JSON left out. */
    public ClusterQueuePreemption {
        reclaimWithinCohort = Absent.orElse(reclaimWithinCohort, ReclaimWithinCohort.NEVER);
        borrowWithinCohort = Absent.orElse(borrowWithinCohort, BorrowWithinCohort.DEFAULT);
        withinClusterQueue = Absent.orElse(withinClusterQueue, WithinClusterQueue.NEVER);
    }
}

package dev.turnstile.worker.state;

import dev.turnstile.core.hierarchy.Availability;

/**
 * A ClusterQueue as its status and metrics show it.
 *
 * @param tally its counts
 * @param availability whether it may admit, as far as the core can see
 * @param active how many of the waiting workloads compete for the head
 * @param weightedShare how much it borrows of what its cohort could lend, weighted
 */
public record QueueReport(Tally tally, Availability availability, int active, long weightedShare) {}

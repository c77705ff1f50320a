package dev.turnstile.worker.cache;

import dev.turnstile.core.cycle.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Where a Workload stands.
 *
 * @param clusterQueue where it waits or holds quota, or null
 * @param position its place in the queue, from 1; 0 where it does not wait
 * @param waiting how many wait there
 * @param outcome what a cycle would say of it now, or null where it does not wait
 */
public record Explanation(
        @Nullable String clusterQueue,
        int position,
        int waiting,
        @Nullable Outcome outcome) {}

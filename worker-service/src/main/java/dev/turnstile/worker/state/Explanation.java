package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.WritePause;
import org.jspecify.annotations.Nullable;

/**
 * Where a Workload stands.
 *
 * @param clusterQueue where it waits or holds quota, or null
 * @param position its place in the queue, from 1; 0 where it does not wait
 * @param waiting how many wait there
 * @param outcome what a cycle would say of it now, or null where it does not wait
 * @param pause what its last writes failed of, or null where they did not
 */
public record Explanation(
        @Nullable String clusterQueue,
        int position,
        int waiting,
        @Nullable Outcome outcome,
        @Nullable WritePause pause) {}

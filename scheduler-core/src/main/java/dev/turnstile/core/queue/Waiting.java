package dev.turnstile.core.queue;

import dev.turnstile.core.workload.Workload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a workload waits in the queue of a ClusterQueue.
 *
 * @param workload as it was queued
 * @param popped whether it was taken out for a cycle and not put back yet
 * @param until when it may compete, {@link Instant#MAX} where an event decides; null where it may now
 */
public record Waiting(
        String clusterQueue,
        Workload workload,
        boolean popped,
        @Nullable Instant until) {}

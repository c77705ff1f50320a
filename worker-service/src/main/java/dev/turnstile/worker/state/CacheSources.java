package dev.turnstile.worker.state;

import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import java.util.function.Predicate;

/**
 * What a {@link ClusterCache} is fed from.
 *
 * @param surroundings what Workloads request where they are
 * @param gates what may hold a Workload before it queues
 * @param closed whether a ClusterQueue may admit nothing for a reason that the core cannot see
 */
public record CacheSources(
        Stores stores, Surroundings surroundings, PreEnqueueGates gates, Predicate<ClusterQueue> closed) {}

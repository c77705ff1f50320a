package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import org.jspecify.annotations.Nullable;

/**
 * What the administrator of a namespace wants.
 *
 * @param clusterQueue where the workloads get their quota; fixed once set
 * @param stopPolicy whether workloads that come through here are admitted, and what happens to what runs
 * @param fairSharing the weight among the LocalQueues of the ClusterQueue
 */
public record LocalQueueSpec(
        @Nullable String clusterQueue,
        StopPolicy stopPolicy,
        @Nullable FairSharing fairSharing) {
    /** Nothing said. */
    public static final LocalQueueSpec EMPTY = new LocalQueueSpec(null, StopPolicy.NONE, null);

    /** Fills in what the JSON left out. */
    public LocalQueueSpec {
        stopPolicy = Absent.orElse(stopPolicy, StopPolicy.NONE);
    }
}

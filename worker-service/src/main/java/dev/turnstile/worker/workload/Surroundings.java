package dev.turnstile.worker.workload;

import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.StopPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decision on a Workload looks at besides the Workload.
 *
 * @param localQueue its queue, or null where there is none of that name
 * @param clusterQueue the queue behind it, or null
 * @param ownerGone whether the job that it was made for does not exist any more
 * @param checks the checks of its ClusterQueue in the states that they have, once quota is reserved
 */
public record Surroundings(
        @Nullable LocalQueueState localQueue,
        @Nullable ClusterQueueState clusterQueue,
        boolean ownerGone,
        List<AdmissionCheckState> checks) {

    /** A LocalQueue as far as it matters here. */
    public record LocalQueueState(String name, StopPolicy stopPolicy, String clusterQueue) {}

    /** A ClusterQueue as far as it matters here. */
    public record ClusterQueueState(String name, StopPolicy stopPolicy, boolean active) {}
}

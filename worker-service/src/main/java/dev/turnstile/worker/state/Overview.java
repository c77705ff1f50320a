package dev.turnstile.worker.state;

import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All queues and cohorts at one moment.
 *
 * @param clusterQueues by name
 * @param cohorts by name, those that only a queue names as well
 * @param competing the Workloads that compete for the head of their queue
 * @param held those that a bean holds before their queue, and the ClusterQueue behind it
 */
public record Overview(
        Map<String, QueueView> clusterQueues,
        Map<String, CohortView> cohorts,
        Set<ObjectKey> competing,
        Map<ObjectKey, String> held) {

    /**
     * A ClusterQueue.
     *
     * @param parent the cohort that it is in, or null
     * @param root the highest cohort above it, or null
     */
    public record QueueView(
            QueueReport report,
            @Nullable String parent,
            @Nullable String root) {}

    /**
     * A cohort, with everything below it.
     *
     * @param quota what it and those below have in all
     * @param reservation what those below hold
     * @param admitted how many Workloads run below it
     * @param weightedShare how much of its parent's it takes, weighted
     */
    public record CohortView(
            @Nullable String parent,
            String root,
            Map<FlavorResource, Long> quota,
            Map<FlavorResource, Long> reservation,
            int admitted,
            long weightedShare) {}
}

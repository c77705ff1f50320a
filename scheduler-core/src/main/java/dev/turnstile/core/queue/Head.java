package dev.turnstile.core.queue;

import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The first waiting workload of a ClusterQueue, taken out for a cycle.
 *
 * @param namespaceMatches whether the ClusterQueue's selector admits the workload's namespace
 * @param claims whether it has preempted for room that was not offered to it yet
 * @param progress where its last search for flavors stopped
 */
public record Head(
        Workload workload,
        String clusterQueue,
        boolean namespaceMatches,
        boolean claims,
        @Nullable FlavorProgress progress) {

    /** One of which no earlier cycle is remembered. */
    public Head(Workload workload, String clusterQueue, boolean namespaceMatches) {
        this(workload, clusterQueue, namespaceMatches, false, null);
    }
}

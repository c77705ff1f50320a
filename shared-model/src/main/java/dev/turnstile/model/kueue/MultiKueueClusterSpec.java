package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;

/**
 * How to reach a worker cluster.
 *
 * @param clusterSource where its credentials are
 */
public record MultiKueueClusterSpec(ClusterSource clusterSource) {
    /** No way, as in an object without a spec. */
    public static final MultiKueueClusterSpec EMPTY = new MultiKueueClusterSpec(ClusterSource.EMPTY);

    /** Fills in what the JSON left out. */
    public MultiKueueClusterSpec {
        clusterSource = Absent.orElse(clusterSource, ClusterSource.EMPTY);
    }
}

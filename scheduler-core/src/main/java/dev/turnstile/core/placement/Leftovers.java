package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What of ours is in clusters where it has no business, and how it is removed. Objects of others are never in it. */
final class Leftovers {

    private Leftovers() {}

    /**
     * Removal of everything of ours in one cluster: the job first, so that its worker does not stop it for lack of a
     * workload.
     */
    static List<PlacementEffect> removal(ClusterView cluster) {
        List<PlacementEffect> effects = new ArrayList<>();
        if (!cluster.connected()) {
            return effects;
        }
        if (cluster.job() instanceof RemoteJob.Ours) {
            effects.add(new PlacementEffect.DeleteJob(cluster.name()));
        }
        cluster.replica()
                .ifPresent(replica -> effects.add(new PlacementEffect.DeleteReplica(cluster.name(), replica.uid())));
        return effects;
    }

    /** Removal in all clusters that match, in the order of the config. */
    static List<PlacementEffect> removal(Group group, Predicate<ClusterView> where) {
        return group.clusters().stream()
                .filter(where)
                .flatMap(cluster -> removal(cluster).stream())
                .toList();
    }

    /** Unreachable clusters in which something of ours is or may be. */
    static List<String> outOfReach(Group group, Predicate<ClusterView> where) {
        return group.clusters().stream()
                .filter(where)
                .filter(cluster -> !cluster.connected())
                .filter(cluster -> cluster.replica().isPresent()
                        || cluster.remote() instanceof Remote.Unknown
                        || cluster.job() instanceof RemoteJob.Ours)
                .map(ClusterView::name)
                .toList();
    }

    /** Whether a reachable cluster other than this one has our job: until it is gone, no second one is started. */
    static boolean jobElsewhere(Group group, String cluster) {
        return group.clusters().stream()
                .anyMatch(other ->
                        !other.name().equals(cluster) && other.connected() && other.job() instanceof RemoteJob.Ours);
    }
}

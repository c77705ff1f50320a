package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What all built-in dispatchers share: whether a workload is on offer at all, and which clusters may be added.
 *
 * <p>A cluster is added only while nothing of ours is in it. So a replica in a cluster that is not nominated is always
 * one of an earlier life, and is removed before the cluster can be nominated again: a worker that was lost and comes
 * back cannot win with what it had.
 */
final class Offer {

    private Offer() {}

    /** Why the workload is not on offer; empty where it is. */
    static Optional<String> closedBecause(Group group) {
        LocalWorkload local = group.local();
        if (local.life() instanceof Life.Ended ended) {
            return Optional.of("not offered: " + ended.why());
        }
        if (local.clusterName().isPresent()) {
            return Optional.of("not offered: placed on \"" + local.clusterName().get() + "\"");
        }
        if (local.remembersAnotherLife()) {
            return Optional.of("not offered: what is left of an earlier reservation is removed first");
        }
        return Optional.empty();
    }

    /** Clusters that may be added to the nomination, in the order of the config. */
    static List<String> addable(Group group, Instant now) {
        return group.clusters().stream()
                .filter(cluster ->
                        cluster.configured() && cluster.clean() && !cluster.avoidedAt(now) && !group.nominated(cluster))
                .map(ClusterView::name)
                .toList();
    }

    /** The nomination with some clusters added; one that is in no config any more keeps its place at the end. */
    static List<String> joined(Group group, List<String> added) {
        Set<String> wanted = new LinkedHashSet<>(group.local().nominated());
        wanted.addAll(added);
        List<String> ordered = new ArrayList<>();
        for (ClusterView cluster : group.clusters()) {
            if (wanted.remove(cluster.name())) {
                ordered.add(cluster.name());
            }
        }
        for (String name : group.local().nominated()) {
            if (wanted.remove(name)) {
                ordered.add(name);
            }
        }
        return List.copyOf(ordered);
    }
}

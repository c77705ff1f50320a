package dev.turnstile.core.dispatch;

import dev.turnstile.core.message.Message;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A dispatched workload: the local one and its clusters. Everything that the manager decides for a workload is a
 * function of this value and the time.
 *
 * @param clusters in the order of the MultiKueueConfig, then those that it no longer names but where something of ours
 *     may be left
 * @param refusal why what it was made for cannot run in another cluster; empty where it can
 */
public record Group(LocalWorkload local, List<ClusterView> clusters, Optional<Message> refusal) {

    /** One that can run in another cluster. */
    public Group(LocalWorkload local, List<ClusterView> clusters) {
        this(local, clusters, Optional.empty());
    }

    public Group {
        clusters = List.copyOf(clusters);
        Set<String> names = new LinkedHashSet<>();
        for (ClusterView cluster : clusters) {
            if (!names.add(cluster.name())) {
                throw new IllegalArgumentException("group " + local.key() + " lists cluster \"" + cluster.name()
                        + "\" twice; the shell must join what it knows of a cluster into one view");
            }
        }
    }

    public Optional<ClusterView> cluster(String name) {
        return clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst();
    }

    public boolean nominated(ClusterView cluster) {
        return local.nominated().contains(cluster.name());
    }

    /** The nominated clusters, in the order of the config. */
    public List<ClusterView> nominatedClusters() {
        return clusters.stream().filter(this::nominated).toList();
    }

    /** Nominated names that no known cluster bears: an outside dispatcher's mistake, or a cluster that was removed. */
    public List<String> unknownNominations() {
        return local.nominated().stream()
                .filter(name -> cluster(name).isEmpty())
                .toList();
    }
}

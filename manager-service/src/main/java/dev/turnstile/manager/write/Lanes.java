package dev.turnstile.manager.write;

import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One lane per worker cluster, from the first write to it until the cluster is removed. */
public final class Lanes implements AutoCloseable {
    /** By cluster; any thread may add one, each once. */
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

    private final ClusterWriter writer;
    private final Threads threads;

    /** None yet. */
    public Lanes(ClusterWriter writer, Threads threads) {
        this.writer = writer;
        this.threads = threads;
    }

    /** Replaces what is to be written of a group in all clusters; those that are not named have nothing to do. */
    void replace(GroupView view, Map<String, List<PlacementEffect.InCluster>> effects) {
        lanes.forEach((cluster, lane) -> {
            if (!effects.containsKey(cluster)) {
                lane.drop(view.key());
            }
        });
        effects.forEach((cluster, here) -> lane(cluster).replace(view.key(), new ClusterSteps(view, here)));
    }

    /** Has a cluster's lane write a gate of a group. */
    void add(String cluster, ObjectKey group, GateWrite write) {
        lane(cluster).add(group, write);
    }

    private Lane lane(String cluster) {
        return lanes.computeIfAbsent(cluster, name -> new Lane(name, writer, threads));
    }

    /** Nothing of a group is written any more. */
    public void drop(ObjectKey group) {
        lanes.values().forEach(lane -> lane.drop(group));
    }

    /** Whether any lane has work on a group under way. */
    public boolean attend(ObjectKey group) {
        return lanes.values().stream().anyMatch(lane -> lane.attends(group));
    }

    /** Ends the lane of a cluster that was removed. */
    public void remove(String cluster) {
        Lane lane = lanes.remove(cluster);
        if (lane != null) {
            lane.close();
        }
    }

    @Override
    public void close() {
        lanes.values().forEach(Lane::close);
    }
}

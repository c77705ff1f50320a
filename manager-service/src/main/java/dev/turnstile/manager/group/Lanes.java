package dev.turnstile.manager.group;

import dev.turnstile.service.informer.ObjectKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** One lane per worker cluster, from the first write to it until the cluster is removed. */
public final class Lanes implements AutoCloseable {
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
    private final Function<String, Lane> maker;

    /** None yet. */
    public Lanes(Function<String, Lane> maker) {
        this.maker = maker;
    }

    /** Has a cluster's lane look at a group. */
    public void add(String cluster, ObjectKey group) {
        lanes.computeIfAbsent(cluster, maker).add(group);
    }

    /** Has a cluster's lane write a gate of a group. */
    public void add(String cluster, ObjectKey group, GateWrite write) {
        lanes.computeIfAbsent(cluster, maker).add(group, write);
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

package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.embedded.object.ApiObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The nodes and the requests of the pods on them. A pod that was just bound counts before the API confirms it. */
final class NodeTable {
    private final Map<String, NodeView> nodes = new TreeMap<>();
    private final Map<String, Seat> seats = new HashMap<>();
    private final Map<String, Map<String, Long>> requested = new HashMap<>();
    private final Map<String, Integer> pods = new HashMap<>();

    /** The requests of one pod on a node. */
    private record Seat(String node, Map<String, Long> requests) {}

    /** Adds or updates a node; returns what that means for waiting pods, if anything. */
    Optional<ClusterEvent> put(ApiObject object) {
        var bare = NodeView.empty(object);
        var before = nodes.put(bare.name(), loaded(bare));
        if (before == null) {
            return Optional.of(ClusterEvent.NODE_ADDED);
        }
        return before.differsForPods(bare) ? Optional.of(ClusterEvent.NODE_CHANGED) : Optional.empty();
    }

    void remove(String node) {
        nodes.remove(node);
    }

    Collection<NodeView> nodes() {
        return nodes.values();
    }

    boolean holds(String podUid) {
        return seats.containsKey(podUid);
    }

    /** Counts a pod on its node; returns whether it was not counted before. */
    boolean occupy(PodView pod, String node) {
        if (seats.putIfAbsent(pod.uid(), new Seat(node, pod.requests())) != null) {
            return false;
        }
        count(node, pod.requests(), 1);
        return true;
    }

    /** Stops counting a pod; returns whether it was counted. */
    boolean vacate(String podUid) {
        var seat = seats.remove(podUid);
        if (seat == null) {
            return false;
        }
        count(seat.node, seat.requests, -1);
        return true;
    }

    private void count(String node, Map<String, Long> requests, int sign) {
        var sums = requested.computeIfAbsent(node, _ -> new HashMap<>());
        requests.forEach((resource, amount) -> sums.merge(resource, sign * amount, Long::sum));
        pods.merge(node, sign, Integer::sum);
        var view = nodes.get(node);
        if (view != null) {
            nodes.put(node, loaded(view));
        }
    }

    private NodeView loaded(NodeView node) {
        return node.holding(requested.getOrDefault(node.name(), Map.of()), pods.getOrDefault(node.name(), 0));
    }
}

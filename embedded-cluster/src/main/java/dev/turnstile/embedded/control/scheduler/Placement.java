package dev.turnstile.embedded.control.scheduler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The decision about a pod: a node, or none for now. */
sealed interface Placement {

    record OnNode(String node) implements Placement {}

    /**
     * @param message why, in Kubernetes' words
     * @param rejectedBy the plug-ins whose waking events can change this
     */
    record Nowhere(String message, Set<String> rejectedBy) implements Placement {}

    /** Evaluates the filters for one pod and one node. */
    interface Filters {
        /** The plug-in that rejects the pod, and its reason. */
        record Rejection(SchedulerPlugin.Filter plugin, String reason) {}

        Optional<Rejection> reject(PodView pod, NodeView node);
    }

    /**
     * Of the nodes that no filter rejects, takes the one with the largest free share of its scarcest resource, so that
     * pods spread; of equals, the first by name.
     */
    static Placement decide(PodView pod, Collection<NodeView> nodes, Filters filters) {
        NodeView best = null;
        var bestShare = -1.0;
        var reasons = new TreeMap<String, Integer>();
        var rejectedBy = new LinkedHashSet<String>();
        var preemptionMightHelp = false;
        var hopeless = 0;
        for (var node : nodes) {
            var rejection = filters.reject(pod, node);
            if (rejection.isEmpty()) {
                var share = freeShareWith(pod, node);
                if (best == null || share > bestShare || (share == bestShare && isBefore(node, best))) {
                    best = node;
                    bestShare = share;
                }
                continue;
            }
            for (var reason : rejection.get().reason().split(", ", -1)) {
                reasons.merge(reason, 1, Integer::sum);
            }
            rejectedBy.add(rejection.get().plugin().name());
            if (rejection.get().plugin().isHelpedByPreemption()) {
                preemptionMightHelp = true;
            } else {
                hopeless++;
            }
        }
        if (best != null) {
            return new OnNode(best.name());
        }
        return nodes.isEmpty()
                ? new Nowhere("no nodes available to schedule pods", rejectedBy)
                : new Nowhere(message(nodes.size(), reasons, hopeless, preemptionMightHelp), rejectedBy);
    }

    private static boolean isBefore(NodeView node, NodeView other) {
        return node.name().compareTo(other.name()) < 0;
    }

    private static double freeShareWith(PodView pod, NodeView node) {
        var share = 1.0;
        for (Map.Entry<String, Long> resource : node.allocatable().entrySet()) {
            if (resource.getValue() > 0 && !resource.getKey().equals("pods")) {
                var free = node.free(resource.getKey()) - pod.requests().getOrDefault(resource.getKey(), 0L);
                share = Math.min(share, (double) free / resource.getValue());
            }
        }
        return share;
    }

    private static String message(int nodes, Map<String, Integer> reasons, int hopeless, boolean preemptionMightHelp) {
        var words = reasons.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey())
                .sorted()
                .toList();
        var preemption = new ArrayList<String>();
        if (preemptionMightHelp) {
            preemption.add((nodes - hopeless) + " No preemption victims found for incoming pod");
        }
        if (hopeless > 0) {
            preemption.add(hopeless + " Preemption is not helpful for scheduling");
        }
        preemption.sort(null);
        return "0/" + nodes + " nodes are available: " + String.join(", ", words)
                + ". no new claims to deallocate, preemption: 0/" + nodes + " nodes are available: "
                + String.join(", ", preemption) + ".";
    }
}

package dev.turnstile.embedded.control.scheduler;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Kubernetes' filter plug-ins that this scheduler has, with Kubernetes' reasons. */
final class NodeFilters {
    static final String UNSCHEDULABLE = "NodeUnschedulable";
    static final String NAME = "NodeName";
    static final String TAINTS = "TaintToleration";
    static final String AFFINITY = "NodeAffinity";
    static final String RESOURCES = "NodeResourcesFit";

    private static final Set<ClusterEvent> NODES =
            Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_CHANGED, ClusterEvent.POD_CHANGED);

    private NodeFilters() {}

    static List<SchedulerPlugin> all() {
        return List.of(
                new NodeFilter(UNSCHEDULABLE, NODES, false, NodeFilters::unschedulable),
                new NodeFilter(NAME, Set.of(ClusterEvent.NODE_ADDED), false, NodeFilters::name),
                new NodeFilter(TAINTS, NODES, false, NodeFilters::taints),
                new NodeFilter(AFFINITY, NODES, false, NodeFilters::affinity),
                new NodeFilter(
                        RESOURCES,
                        Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_CHANGED, ClusterEvent.ASSIGNED_POD_GONE),
                        true,
                        NodeFilters::resources));
    }

    private interface NodeCheck {
        Optional<String> reject(PodView pod, NodeView node);
    }

    private record NodeFilter(String name, Set<ClusterEvent> wakingEvents, boolean isHelpedByPreemption, NodeCheck rule)
            implements SchedulerPlugin.Filter {
        @Override
        public Optional<String> reject(PodView pod, NodeView node) {
            return rule.reject(pod, node);
        }
    }

    private static Optional<String> unschedulable(PodView pod, NodeView node) {
        var taint = new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");
        return node.isUnschedulable() && !isTolerated(pod, taint)
                ? Optional.of("node(s) were unschedulable")
                : Optional.empty();
    }

    private static Optional<String> name(PodView pod, NodeView node) {
        return pod.isAssigned() && !pod.nodeName().equals(node.name())
                ? Optional.of("node(s) didn't match the requested node name")
                : Optional.empty();
    }

    private static Optional<String> taints(PodView pod, NodeView node) {
        return node.taints().stream().anyMatch(taint -> taint.repels() && !isTolerated(pod, taint))
                ? Optional.of("node(s) had untolerated taint(s)")
                : Optional.empty();
    }

    private static boolean isTolerated(PodView pod, Taint taint) {
        return pod.tolerations().stream().anyMatch(toleration -> toleration.tolerates(taint));
    }

    private static Optional<String> affinity(PodView pod, NodeView node) {
        var selected = pod.nodeSelector().entrySet().stream()
                .allMatch(label -> label.getValue().equals(node.labels().get(label.getKey())));
        var attracted = pod.affinity().isEmpty() || pod.affinity().stream().anyMatch(term -> term.matches(node));
        return selected && attracted
                ? Optional.empty()
                : Optional.of("node(s) didn't match Pod's node affinity/selector");
    }

    private static Optional<String> resources(PodView pod, NodeView node) {
        if (node.allocatable().containsKey("pods")
                && node.pods() + 1 > node.allocatable().get("pods") / 1000) {
            return Optional.of("Too many pods");
        }
        var lacking = pod.requests().entrySet().stream()
                .filter(request -> request.getValue() > 0 && request.getValue() > node.free(request.getKey()))
                .map(request -> "Insufficient " + request.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        return lacking.isEmpty() ? Optional.empty() : Optional.of(lacking);
    }
}

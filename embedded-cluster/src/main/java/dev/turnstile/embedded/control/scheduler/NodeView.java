package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.embedded.object.ApiObject;
import java.util.List;
import java.util.Map;

/**
 * An immutable view of a node for the scheduler and its plug-ins.
 *
 * @param allocatable thousandths of each resource that pods can have
 * @param requested thousandths that the pods on the node have
 * @param pods how many pods are on the node
 */
public record NodeView(
        String name,
        Map<String, String> labels,
        List<Taint> taints,
        boolean isUnschedulable,
        Map<String, Long> allocatable,
        Map<String, Long> requested,
        int pods) {

    public NodeView {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        allocatable = Map.copyOf(allocatable);
        requested = Map.copyOf(requested);
    }

    static NodeView empty(ApiObject node) {
        return new NodeView(
                node.name(),
                node.labels(),
                node.list("spec", "taints").stream().map(Taint::of).toList(),
                node.flag("spec", "unschedulable"),
                Amounts.parse(node.at("status", "allocatable")),
                Map.of(),
                0);
    }

    NodeView holding(Map<String, Long> requested, int pods) {
        return new NodeView(name, labels, taints, isUnschedulable, allocatable, requested, pods);
    }

    long free(String resource) {
        return allocatable.getOrDefault(resource, 0L) - requested.getOrDefault(resource, 0L);
    }

    /** Whether a pod that did not fit this node might fit the other. */
    boolean differsForPods(NodeView other) {
        return !(labels.equals(other.labels)
                && taints.equals(other.taints)
                && isUnschedulable == other.isUnschedulable
                && allocatable.equals(other.allocatable));
    }
}

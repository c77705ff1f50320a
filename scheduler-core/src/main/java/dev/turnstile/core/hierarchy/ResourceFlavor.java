package dev.turnstile.core.hierarchy;

import dev.turnstile.core.workload.Toleration;
import java.util.List;
import java.util.Map;

/** A kind of node: the labels that its nodes carry, their taints, and tolerations that its pods are given. */
public record ResourceFlavor(
        String name, Map<String, String> nodeLabels, List<Taint> nodeTaints, List<Toleration> tolerations) {
    public ResourceFlavor {
        nodeLabels = Map.copyOf(nodeLabels);
        nodeTaints = List.copyOf(nodeTaints);
        tolerations = List.copyOf(tolerations);
    }

    public static ResourceFlavor plain(String name) {
        return new ResourceFlavor(name, Map.of(), List.of(), List.of());
    }
}

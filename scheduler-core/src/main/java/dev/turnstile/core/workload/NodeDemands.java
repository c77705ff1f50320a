package dev.turnstile.core.workload;

import java.util.List;
import java.util.Map;

/**
 * What a pod template says about nodes: its selector, the required terms of its node affinity (one of them must hold)
 * and its tolerations.
 */
public record NodeDemands(
        Map<String, String> nodeSelector, List<NodeSelectorTerm> affinityTerms, List<Toleration> tolerations) {
    public static final NodeDemands NONE = new NodeDemands(Map.of(), List.of(), List.of());

    public NodeDemands {
        nodeSelector = Map.copyOf(nodeSelector);
        affinityTerms = List.copyOf(affinityTerms);
        tolerations = List.copyOf(tolerations);
    }
}

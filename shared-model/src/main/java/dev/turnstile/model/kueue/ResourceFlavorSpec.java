package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.util.List;
import java.util.Map;

/**
 * How the nodes of a flavor are distinguished.
 *
 * @param nodeLabels labels that all of them have; admitted pods select them
 * @param nodeTaints taints that all of them have; a workload must tolerate them to use the flavor
 * @param tolerations what admitted pods get besides their own
 */
public record ResourceFlavorSpec(Map<String, String> nodeLabels, List<Taint> nodeTaints, List<Toleration> tolerations) {
    /** Any node. */
    public static final ResourceFlavorSpec EMPTY = new ResourceFlavorSpec(Map.of(), List.of(), List.of());

    /** Fills in what the JSON left out. */
    public ResourceFlavorSpec {
        nodeLabels = Absent.map(nodeLabels);
        nodeTaints = Absent.list(nodeTaints);
        tolerations = Absent.list(tolerations);
    }
}

package dev.turnstile.core.assignment;

import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.Taint;
import dev.turnstile.core.workload.NodeDemands;
import dev.turnstile.core.workload.NodeSelectorRequirement;
import dev.turnstile.core.workload.NodeSelectorTerm;
import dev.turnstile.core.workload.Toleration;
import dev.turnstile.core.workload.Toleration.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether pods could run on the nodes of a flavor, as far as taints and labels that the flavor names tell. */
final class NodeMatch {

    private NodeMatch() {}

    /** What keeps the pods off the flavor's nodes, or null. */
    static @Nullable Obstacle obstacle(ResourceFlavor flavor, NodeDemands demands) {
        for (Taint taint : flavor.nodeTaints()) {
            if (taint.effect() != Effect.PREFER_NO_SCHEDULE
                    && !tolerated(taint, demands.tolerations())
                    && !tolerated(taint, flavor.tolerations())) {
                return new Obstacle.UntoleratedTaint(flavor.name(), taint);
            }
        }
        return matches(flavor.nodeLabels(), demands) ? null : new Obstacle.AffinityMismatch(flavor.name());
    }

    private static boolean tolerated(Taint taint, List<Toleration> tolerations) {
        return tolerations.stream()
                .anyMatch(toleration -> toleration.tolerates(taint.key(), taint.value(), taint.effect()));
    }

    private static boolean matches(Map<String, String> labels, NodeDemands demands) {
        for (Map.Entry<String, String> wanted : demands.nodeSelector().entrySet()) {
            String label = labels.get(wanted.getKey());
            if (label != null && !label.equals(wanted.getValue())) {
                return false;
            }
        }
        return demands.affinityTerms().isEmpty() || anyTermMatches(labels, demands.affinityTerms());
    }

    private static boolean anyTermMatches(Map<String, String> labels, List<NodeSelectorTerm> terms) {
        boolean matched = false;
        for (NodeSelectorTerm term : terms) {
            List<NodeSelectorRequirement> relevant = new ArrayList<>();
            for (NodeSelectorRequirement requirement : term.requirements()) {
                if (labels.containsKey(requirement.key())) {
                    relevant.add(requirement);
                }
            }
            // A term of which nothing concerns this flavor holds for it, and so the alternatives hold as a whole.
            if (relevant.isEmpty()) {
                return true;
            }
            matched |= relevant.stream().allMatch(requirement -> requirement.matches(labels));
        }
        return matched;
    }
}

package dev.turnstile.core.workload;

import java.util.List;
import java.util.Map;

/** A label selector of Kubernetes; an empty one matches everything. */
public record LabelSelector(Map<String, String> matchLabels, List<NodeSelectorRequirement> matchExpressions) {
    public static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());

    public LabelSelector {
        matchLabels = Map.copyOf(matchLabels);
        matchExpressions = List.copyOf(matchExpressions);
    }

    public boolean matches(Map<String, String> labels) {
        return matchLabels.entrySet().stream()
                        .allMatch(entry -> entry.getValue().equals(labels.get(entry.getKey())))
                && matchExpressions.stream().allMatch(requirement -> requirement.matches(labels));
    }
}

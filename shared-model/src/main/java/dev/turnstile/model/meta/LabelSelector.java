package dev.turnstile.model.meta;

import java.util.List;
import java.util.Map;

/**
 * A {@code metav1.LabelSelector}. One without any requirement selects everything; where the selector itself is missing,
 * nothing is selected.
 *
 * @param matchLabels labels that must have exactly these values
 * @param matchExpressions further requirements; all of them must hold
 */
public record LabelSelector(Map<String, String> matchLabels, List<LabelSelectorRequirement> matchExpressions) {
    /** Selects everything. */
    public static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());

    /** Fills in what the JSON left out. */
    public LabelSelector {
        matchLabels = Absent.map(matchLabels);
        matchExpressions = Absent.list(matchExpressions);
    }

    /** Whether these labels fulfil every requirement. */
    public boolean matches(Map<String, String> labels) {
        return matchLabels.entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))
                && matchExpressions.stream().allMatch(requirement -> requirement.matches(labels));
    }
}

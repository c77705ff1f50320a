package dev.turnstile.core.workload;

import java.util.List;

/** Requirements that must all hold. */
public record NodeSelectorTerm(List<NodeSelectorRequirement> requirements) {
    public NodeSelectorTerm {
        requirements = List.copyOf(requirements);
    }
}

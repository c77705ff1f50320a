package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.embedded.api.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** One term of a node affinity: requirements on a node's labels and on its name. */
public record NodeTerm(LabelSelector labels, LabelSelector fields) {

    static NodeTerm of(JsonNode term) {
        return new NodeTerm(requirements(term.path("matchExpressions")), requirements(term.path("matchFields")));
    }

    /** A term without requirements matches no node. */
    boolean matches(NodeView node) {
        return !(labels.everything() && fields.everything())
                && labels.matches(node.labels())
                && fields.matches(Map.of("metadata.name", node.name()));
    }

    private static LabelSelector requirements(JsonNode expressions) {
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        for (var expression : expressions) {
            Set<String> values = new TreeSet<>();
            expression.path("values").forEach(value -> values.add(value.asString("")));
            requirements.add(new LabelSelector.Requirement(
                    expression.path("key").asString(""),
                    operator(expression.path("operator").asString("")),
                    values));
        }
        return new LabelSelector(requirements);
    }

    private static LabelSelector.Operator operator(String word) {
        return switch (word) {
            case "In" -> LabelSelector.Operator.IN;
            case "NotIn" -> LabelSelector.Operator.NOT_IN;
            case "Exists" -> LabelSelector.Operator.EXISTS;
            case "DoesNotExist" -> LabelSelector.Operator.DOES_NOT_EXIST;
            case "Gt" -> LabelSelector.Operator.GREATER;
            case "Lt" -> LabelSelector.Operator.LESS;
            default -> throw new IllegalArgumentException("node affinity has the unknown operator " + word);
        };
    }
}

package dev.turnstile.worker.inbound;

import dev.turnstile.core.workload.NodeDemands;
import dev.turnstile.core.workload.NodeSelectorRequirement;
import dev.turnstile.core.workload.NodeSelectorRequirement.Operator;
import dev.turnstile.core.workload.NodeSelectorTerm;
import dev.turnstile.core.workload.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a pod template says about nodes. */
final class NodeDemandsReader {
    private NodeDemandsReader() {}

    static NodeDemands read(JsonNode template) {
        JsonNode spec = template.path("spec");
        Map<String, String> selector = new TreeMap<>();
        spec.path("nodeSelector")
                .properties()
                .forEach(entry -> selector.put(entry.getKey(), entry.getValue().asString()));
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (JsonNode term : spec.path("affinity")
                .path("nodeAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution")
                .path("nodeSelectorTerms")) {
            terms.add(term(term));
        }
        List<Toleration> tolerations = new ArrayList<>();
        for (JsonNode toleration : spec.path("tolerations")) {
            tolerations.add(toleration(
                    toleration.path("key").asString(""),
                    toleration.path("operator").asString(""),
                    toleration.path("value").asString(""),
                    toleration.path("effect").asString("")));
        }
        return new NodeDemands(selector, terms, tolerations);
    }

    private static NodeSelectorTerm term(JsonNode term) {
        List<NodeSelectorRequirement> requirements = new ArrayList<>();
        for (JsonNode expression : term.path("matchExpressions")) {
            List<String> values = new ArrayList<>();
            expression.path("values").forEach(value -> values.add(value.asString()));
            requirements.add(new NodeSelectorRequirement(
                    expression.path("key").asString(""),
                    operator(expression.path("operator").asString("")),
                    values));
        }
        return new NodeSelectorTerm(requirements);
    }

    static Operator operator(String word) {
        return switch (word) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            case "Gt" -> Operator.GREATER_THAN;
            case "Lt" -> Operator.LESS_THAN;
            // Unknown to us: compared with no value it matches nothing, which is the careful answer.
            default -> Operator.LESS_THAN;
        };
    }

    static Toleration toleration(String key, String operator, String value, String effect) {
        return new Toleration(
                key,
                operator.equals("Exists") ? Toleration.Operator.EXISTS : Toleration.Operator.EQUAL,
                value,
                effect(effect));
    }

    static Toleration.@Nullable Effect effect(String word) {
        return switch (word) {
            case "NoSchedule" -> Toleration.Effect.NO_SCHEDULE;
            case "PreferNoSchedule" -> Toleration.Effect.PREFER_NO_SCHEDULE;
            case "NoExecute" -> Toleration.Effect.NO_EXECUTE;
            default -> null;
        };
    }
}

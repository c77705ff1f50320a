package dev.turnstile.embedded.control.access;

import dev.turnstile.embedded.api.LabelSelector;
import dev.turnstile.embedded.json.Json;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The rules of a ClusterRole that is made of others. */
final class AggregatedRules {
    private AggregatedRules() {}

    /** The rules that it has to have; empty where it has no aggregation rule. */
    static Optional<ArrayNode> of(ObjectNode role, Collection<ObjectNode> all) {
        JsonNode selectors = role.path("aggregationRule").path("clusterRoleSelectors");
        if (selectors.isEmpty()) {
            return Optional.empty();
        }
        List<ObjectNode> sources =
                all.stream().sorted(Comparator.comparing(Json::name)).toList();
        ArrayNode rules = Json.object().putArray("rules");
        for (JsonNode selector : selectors) {
            LabelSelector labels = LabelSelector.of(selector);
            for (ObjectNode source : sources) {
                if (!Json.name(source).equals(Json.name(role)) && labels.matches(labelsOf(source))) {
                    addNew(source.path("rules"), rules);
                }
            }
        }
        return Optional.of(rules);
    }

    private static Map<String, String> labelsOf(ObjectNode role) {
        Map<String, String> labels = new TreeMap<>();
        role.path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString("")));
        return labels;
    }

    private static void addNew(JsonNode more, ArrayNode rules) {
        for (JsonNode rule : more) {
            if (rules.valueStream().noneMatch(rule::equals)) {
                rules.add(rule);
            }
        }
    }
}

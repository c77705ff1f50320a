package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.aggregate.Aggregation;
import dev.turnstile.embedded.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The resources of an extension API server in the aggregated form of discovery, from the list that it gives. */
final class AggregatedElsewhere {
    private AggregatedElsewhere() {}

    /** @param list empty while the server cannot be reached */
    static void describe(Aggregation.Served served, Optional<ObjectNode> list, ObjectNode entry) {
        ArrayNode resources = entry.putArray("resources");
        Map<String, ObjectNode> byName = new TreeMap<>();
        list.ifPresent(found -> {
            for (JsonNode each : found.path("resources")) {
                String name = each.path("name").asString("");
                int slash = name.indexOf('/');
                ObjectNode whole = byName.get(slash < 0 ? name : name.substring(0, slash));
                if (slash < 0) {
                    ObjectNode resource = resource(served, each);
                    byName.put(name, resource);
                    resources.add(resource);
                } else if (whole != null) {
                    ObjectNode part = whole.withArrayProperty("subresources").addObject();
                    part.put("subresource", name.substring(slash + 1)).set("responseKind", kind(served, each));
                    part.set("verbs", each.path("verbs"));
                }
            }
        });
        entry.put("freshness", list.isPresent() ? "Current" : "Stale");
    }

    private static ObjectNode resource(Aggregation.Served served, JsonNode each) {
        ObjectNode resource = Json.object().put("resource", each.path("name").asString(""));
        resource.set("responseKind", kind(served, each));
        resource.put("scope", each.path("namespaced").asBoolean(false) ? "Namespaced" : "Cluster")
                .put("singularResource", each.path("singularName").asString(""))
                .set("verbs", each.path("verbs"));
        return resource;
    }

    private static ObjectNode kind(Aggregation.Served served, JsonNode each) {
        return Discovery.kind(
                served.group(), served.version(), each.path("kind").asString(""));
    }
}

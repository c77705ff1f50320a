package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares objects without the times in managedFields: a write that changes only those is skipped. */
final class ManagedFieldsTime {
    private ManagedFieldsTime() {}

    static boolean sameButForTime(ObjectNode old, ObjectNode updated) {
        for (var field : updated.properties()) {
            if (!field.getKey().equals("metadata") && !field.getValue().equals(old.get(field.getKey()))) {
                return false;
            }
        }
        return old.size() == updated.size() && timeless(old).equals(timeless(updated));
    }

    private static ObjectNode timeless(ObjectNode object) {
        ObjectNode metadata = Json.object();
        if (object.get("metadata") instanceof ObjectNode given) {
            metadata.setAll(given);
        }
        if (metadata.get("managedFields") instanceof ArrayNode entries) {
            ArrayNode copies = Json.array();
            for (JsonNode entry : entries) {
                ObjectNode copy = Json.object();
                if (entry instanceof ObjectNode fields) {
                    copy.setAll(fields);
                }
                copy.remove("time");
                copies.add(copy);
            }
            metadata.set("managedFields", copies);
        }
        return metadata;
    }
}

package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sets the fields that belong to the server, whatever a request states. */
final class ServerFields {
    private ServerFields() {}

    static void stampNew(ResourceType type, ObjectNode object, String uid, String created) {
        ObjectNode metadata = Json.metadata(object);
        for (String given : List.of("selfLink", "deletionTimestamp", "deletionGracePeriodSeconds", "resourceVersion")) {
            metadata.remove(given);
        }
        metadata.put("uid", uid).put("creationTimestamp", created);
        metadata.remove("generation");
        if (type.generation()) {
            metadata.put("generation", 1);
        }
    }

    /** Restores what a write cannot change: identity, and status or, in a status write, everything else. */
    static void carryOver(ResourceType type, ObjectNode old, ObjectNode object, String subresource) {
        if (subresource.equals("status")) {
            JsonNode status = object.get("status");
            JsonNode metadata = object.get("metadata");
            object.removeAll();
            object.setAll(old.deepCopy());
            if (status == null) {
                object.remove("status");
            } else {
                object.set("status", status);
            }
            if (metadata instanceof ObjectNode given) {
                ObjectNode kept = Json.metadata(object);
                List<String> writable = type.strategy().statusWritesMetadata()
                        ? List.of("labels", "annotations", "managedFields", "finalizers", "ownerReferences")
                        : List.of("managedFields");
                writable.forEach(field -> copy(given, kept, field));
            }
        } else if (type.status() && subresource.isEmpty()) {
            copy(old, object, "status");
        }
        ObjectNode from = Json.metadata(old);
        ObjectNode to = Json.metadata(object);
        for (String field : List.of(
                "uid",
                "creationTimestamp",
                "deletionTimestamp",
                "deletionGracePeriodSeconds",
                "generation",
                "resourceVersion",
                "generateName",
                "selfLink")) {
            copy(from, to, field);
        }
    }

    private static void copy(ObjectNode from, ObjectNode to, String field) {
        JsonNode value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.set(field, value.deepCopy());
        }
    }

    static void countGeneration(ResourceType type, ObjectNode old, ObjectNode object) {
        if (!type.generation()) {
            return;
        }
        ObjectNode before = content(type, old);
        ObjectNode after = content(type, object);
        if (!before.equals(after)) {
            Json.metadata(object).put("generation", Json.number(old, 0, "metadata", "generation") + 1);
        }
    }

    private static ObjectNode content(ResourceType type, ObjectNode object) {
        ObjectNode content = Json.object();
        object.properties().forEach(field -> {
            String name = field.getKey();
            if (!name.equals("metadata") && !name.equals("apiVersion") && !(type.status() && name.equals("status"))) {
                content.set(name, field.getValue());
            }
        });
        return content;
    }
}

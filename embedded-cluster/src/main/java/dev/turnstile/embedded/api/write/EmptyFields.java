package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Removes maps and lists that have become empty, as Kubernetes does when it writes its own types: an empty
 * {@code nodeSelector} is the same as none. Objects such as {@code emptyDir: {}} have a meaning and stay.
 */
final class EmptyFields {
    /** In metadata, of custom resources as well. */
    private static final List<String> METADATA = List.of("labels", "annotations", "finalizers", "ownerReferences");

    /** Lists that are written even if empty, and fields with a form of their own. */
    private static final Set<String> KEPT = Set.of("metadata", "apiVersion", "kind", "containers", "rules", "status");

    private EmptyFields() {}

    static void drop(ResourceType type, ObjectNode object) {
        ObjectNode metadata = Json.metadata(object);
        for (String field : METADATA) {
            JsonNode value = metadata.get(field);
            if (value != null && value.isContainer() && value.isEmpty()) {
                metadata.remove(field);
            }
        }
        if (!type.custom() && type.schema() != null) {
            drop(type.schema(), object);
        }
    }

    private static void drop(Schema schema, ObjectNode object) {
        List<String> empty = null;
        for (var field : object.properties()) {
            JsonNode value = field.getValue();
            if (!value.isContainer() || KEPT.contains(field.getKey())) {
                continue;
            }
            Schema of = schema.property(field.getKey());
            if (of == null) {
                continue;
            }
            if (!value.isEmpty()) {
                inside(of, value);
            } else if (value.isArray() || of.additionalProperties() != null) {
                empty = empty == null ? new ArrayList<>() : empty;
                empty.add(field.getKey());
            }
        }
        if (empty != null) {
            empty.forEach(object::remove);
        }
    }

    private static void inside(Schema schema, JsonNode value) {
        if (value instanceof ObjectNode object) {
            drop(schema, object);
            return;
        }
        Schema items = schema.items();
        if (items != null) {
            for (JsonNode item : value) {
                if (item instanceof ObjectNode object) {
                    drop(items, object);
                }
            }
        }
    }
}

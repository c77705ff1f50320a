package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sets the defaults of a custom resource's schema, and removes nulls that are not nullable. */
final class Defaulting {

    private Defaulting() {}

    static void apply(Schema schema, JsonNode value) {
        if (value instanceof ObjectNode object) {
            applyToObject(schema, object);
        } else if (value instanceof ArrayNode array && schema.items() != null) {
            Schema items = schema.items();
            for (int i = 0; i < array.size(); i++) {
                JsonNode fallback = items.defaultValue();
                if (fallback != null && array.get(i).isNull() && !items.nullable()) {
                    array.set(i, fallback.deepCopy());
                }
                apply(items, array.get(i));
            }
        }
    }

    private static void applyToObject(Schema schema, ObjectNode object) {
        for (Map.Entry<String, Schema> property : schema.properties().entrySet()) {
            JsonNode fallback = property.getValue().defaultValue();
            if (fallback != null) {
                JsonNode stated = object.get(property.getKey());
                if (stated == null || (stated.isNull() && !property.getValue().nullable())) {
                    object.set(property.getKey(), fallback.deepCopy());
                }
            }
        }
        List<String> nulls = List.of();
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            Schema field = schema.field(entry.getKey());
            if (field == null) {
                continue;
            }
            if (entry.getValue().isNull() && !field.nullable()) {
                JsonNode fallback = field.defaultValue();
                if (fallback != null) {
                    entry.setValue(fallback.deepCopy());
                } else {
                    nulls = nulls.isEmpty() ? new ArrayList<>() : nulls;
                    nulls.add(entry.getKey());
                    continue;
                }
            }
            apply(field, entry.getValue());
        }
        nulls.forEach(object::remove);
    }
}

package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Merges an applied configuration into an object, and removes fields from one; neither changes its arguments. */
final class ObjectMerge {

    private ObjectMerge() {}

    static JsonNode merge(@Nullable Schema schema, @Nullable JsonNode live, JsonNode applied) {
        if (live == null
                || live.getNodeType() != applied.getNodeType()
                || Ownership.isWhole(schema, applied)
                || Ownership.isWhole(schema, live)) {
            return applied instanceof ObjectNode object && !Ownership.isWhole(schema, applied)
                    ? mergeFields(schema, JsonNodeFactory.instance.objectNode(), object)
                    : applied;
        }
        if (applied instanceof ObjectNode wanted && live instanceof ObjectNode present) {
            return mergeFields(schema, present, wanted);
        }
        return schema == null ? applied : mergeItems(schema, live, applied);
    }

    /** A field that is applied as null is removed. */
    private static ObjectNode mergeFields(@Nullable Schema schema, ObjectNode live, ObjectNode applied) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.setAll(live);
        for (Map.Entry<String, JsonNode> entry : applied.properties()) {
            String name = entry.getKey();
            if (entry.getValue().isNull()) {
                result.remove(name);
            } else {
                Schema field = schema == null ? null : schema.field(name);
                result.set(name, merge(field, live.get(name), entry.getValue()));
            }
        }
        return result;
    }

    /**
     * Applied items take the applied order; items that only the object has come as early as the object's order allows.
     * Example: {@code [a, x, b]} with {@code [c, b]} applied gives {@code [a, x, c, b]}.
     */
    private static ArrayNode mergeItems(Schema list, JsonNode live, JsonNode applied) {
        Map<String, JsonNode> present = new LinkedHashMap<>();
        live.forEach(item -> present.put(Ownership.itemStep(list, item), item));
        Map<String, JsonNode> wanted = new LinkedHashMap<>();
        applied.forEach(item -> wanted.put(Ownership.itemStep(list, item), item));
        Map<String, JsonNode> result = new LinkedHashMap<>();
        List<String> order = List.copyOf(present.keySet());
        int next = 0;
        for (Map.Entry<String, JsonNode> item : wanted.entrySet()) {
            while (next < order.size() && mayComeNow(order.get(next), wanted, result)) {
                String other = order.get(next++);
                JsonNode kept = present.get(other);
                if (kept != null) {
                    result.putIfAbsent(other, kept);
                }
            }
            result.put(item.getKey(), merge(list.items(), present.get(item.getKey()), item.getValue()));
        }
        present.forEach(result::putIfAbsent);
        return JsonNodeFactory.instance.arrayNode().addAll(result.values());
    }

    private static boolean mayComeNow(String item, Map<String, JsonNode> wanted, Map<String, JsonNode> result) {
        return !wanted.containsKey(item) || result.containsKey(item);
    }

    /**
     * The value without the members of a set; a member is removed with everything in it. Null if the value itself is
     * removed.
     */
    static @Nullable JsonNode without(@Nullable Schema schema, JsonNode value, FieldSet removed) {
        if (removed.isMember()) {
            return null;
        }
        if (removed.isEmpty() || Ownership.isWhole(schema, value)) {
            return value;
        }
        if (value instanceof ObjectNode object) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                FieldSet below = removed.child(Ownership.fieldStep(entry.getKey()));
                Schema field = schema == null ? null : schema.field(entry.getKey());
                JsonNode kept = below == null ? entry.getValue() : without(field, entry.getValue(), below);
                if (kept != null) {
                    result.set(entry.getKey(), kept);
                }
            }
            return result;
        }
        if (schema == null) {
            return value;
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (JsonNode item : value) {
            FieldSet below = removed.child(Ownership.itemStep(schema, item));
            JsonNode kept = below == null ? item : without(schema.items(), item, below);
            if (kept != null) {
                result.add(kept);
            }
        }
        return result.isEmpty() ? null : result;
    }
}

package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.JsonEquality;
import dev.turnstile.embedded.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code application/strategic-merge-patch+json}: lists merged by key, with {@code $patch} directives; built-in kinds
 * only.
 *
 * <p>Goal: what {@code kubectl apply}, {@code edit} and {@code patch} send changes what they mean and nothing else. A
 * field of the patch replaces the object's, null removes it, objects are merged field by field; lists are replaced
 * unless the schema's patch strategy is {@code merge}: then items are matched by the merge key, or by value when they
 * are no objects. Directives: {@code $patch: replace} and {@code $patch: delete} for an object or an item,
 * {@code $retainKeys}, {@code $deleteFromPrimitiveList/x}, {@code $setElementOrder/x}.
 *
 * <p>Example: {@code containers: [{name: a, image: x}]} patched with {@code containers: [{name: a, image: y}, {name:
 * b}]} gives {@code [{name: a, image: y}, {name: b}]}; patched with {@code [{name: a, $patch: delete}]} it gives an
 * empty list.
 */
public final class StrategicMergePatch {

    private static final String DIRECTIVE = "$patch";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_VALUES = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";

    private StrategicMergePatch() {}

    /** The patched object; {@code object} stays as it is. */
    public static ObjectNode apply(ObjectNode object, ObjectNode patch, Schema schema) throws PatchFailedException {
        return mergeObjects(object, patch, schema);
    }

    private static ObjectNode mergeObjects(ObjectNode original, ObjectNode patch, @Nullable Schema schema)
            throws PatchFailedException {
        return switch (patch.path(DIRECTIVE).asString("merge")) {
            case "replace" -> mergeFields(JsonNodeFactory.instance.objectNode(), patch, schema);
            case "delete" -> JsonNodeFactory.instance.objectNode();
            case "merge" -> mergeFields(original, patch, schema);
            default -> throw new PatchFailedException(400, "Unknown patch type found: " + patch.path(DIRECTIVE));
        };
    }

    private static ObjectNode mergeFields(ObjectNode original, ObjectNode patch, @Nullable Schema schema)
            throws PatchFailedException {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.setAll(original);
        if (patch.get(RETAIN_KEYS) instanceof ArrayNode retained) {
            List<String> keep =
                    retained.valueStream().map(key -> key.asString("")).toList();
            result.retain(keep);
        }
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            String name = change.getKey();
            if (name.equals(DIRECTIVE) || name.equals(RETAIN_KEYS) || name.startsWith(ORDER)) {
                continue;
            }
            if (name.startsWith(DELETE_VALUES)) {
                String list = name.substring(DELETE_VALUES.length());
                if (result.get(list) instanceof ArrayNode values) {
                    result.set(list, without(values, change.getValue()));
                }
                continue;
            }
            JsonNode value = change.getValue();
            if (value.isNull()) {
                result.remove(name);
            } else {
                Schema field = schema == null ? null : schema.field(name);
                result.set(name, mergeValues(result.get(name), value, field));
            }
        }
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            if (change.getKey().startsWith(ORDER)) {
                String name = change.getKey().substring(ORDER.length());
                if (result.get(name) instanceof ArrayNode merged) {
                    Schema list = schema == null ? null : schema.field(name);
                    result.set(
                            name,
                            ElementOrder.sort(
                                    merged,
                                    change.getValue(),
                                    original.path(name),
                                    list == null ? "" : list.patchMergeKey()));
                }
            }
        }
        return result;
    }

    private static JsonNode mergeValues(@Nullable JsonNode original, JsonNode patch, @Nullable Schema schema)
            throws PatchFailedException {
        if (patch instanceof ObjectNode changes) {
            boolean replace = schema != null && schema.patchStrategy().contains("replace");
            return mergeObjects(
                    original instanceof ObjectNode object && !replace ? object : JsonNodeFactory.instance.objectNode(),
                    changes,
                    schema);
        }
        if (patch instanceof ArrayNode changes
                && schema != null
                && schema.patchStrategy().contains("merge")) {
            ArrayNode list = original instanceof ArrayNode array ? array : JsonNodeFactory.instance.arrayNode();
            return schema.patchMergeKey().isEmpty() ? union(list, changes) : mergeItems(list, changes, schema);
        }
        return patch;
    }

    private static ArrayNode without(ArrayNode values, JsonNode removed) {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (JsonNode value : values) {
            if (removed.valueStream().noneMatch(one -> JsonEquality.same(one, value))) {
                kept.add(value);
            }
        }
        return kept;
    }

    private static ArrayNode union(ArrayNode original, ArrayNode patch) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode().addAll(original);
        for (JsonNode value : patch) {
            if (result.valueStream().noneMatch(one -> JsonEquality.same(one, value))) {
                result.add(value);
            }
        }
        return result;
    }

    private static ArrayNode mergeItems(ArrayNode original, ArrayNode patch, Schema list) throws PatchFailedException {
        String key = list.patchMergeKey();
        List<JsonNode> result = new ArrayList<>();
        boolean replace = patch.valueStream()
                .anyMatch(item -> item.path(DIRECTIVE).asString("").equals("replace"));
        if (!replace) {
            original.forEach(result::add);
        }
        for (JsonNode item : patch) {
            if (!(item instanceof ObjectNode change)) {
                throw new PatchFailedException(
                        400, "expected an object with merge key " + key + " in a list, got " + item);
            }
            String directive = change.path(DIRECTIVE).asString("");
            if (directive.equals("replace")) {
                continue;
            }
            JsonNode wanted = change.get(key);
            if (wanted == null) {
                throw new PatchFailedException(400, "map: " + item + " does not contain declared merge key: " + key);
            }
            if (directive.equals("delete")) {
                result.removeIf(one -> JsonEquality.same(one.path(key), wanted));
                continue;
            }
            int position = position(result, key, wanted);
            ObjectNode before =
                    position < 0 ? JsonNodeFactory.instance.objectNode() : (ObjectNode) result.get(position);
            ObjectNode merged = mergeObjects(before, change, list.items());
            if (position < 0) {
                result.add(merged);
            } else {
                result.set(position, merged);
            }
        }
        return JsonNodeFactory.instance.arrayNode().addAll(result);
    }

    private static int position(List<JsonNode> items, String key, JsonNode wanted) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).isObject() && JsonEquality.same(items.get(i).path(key), wanted)) {
                return i;
            }
        }
        return -1;
    }
}

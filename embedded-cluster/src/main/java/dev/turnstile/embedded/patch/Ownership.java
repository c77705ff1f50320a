package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.Schema;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Which values are owned as a whole, and how the steps to the parts of others are named. */
final class Ownership {

    private Ownership() {}

    /** Whether a value is owned as a whole. */
    static boolean isWhole(@Nullable Schema schema, JsonNode value) {
        if (value.isObject()) {
            return schema != null && (schema.atomicMap() || isOpaque(schema));
        }
        if (value.isArray()) {
            return schema == null
                    || schema.type() != Schema.JsonType.ARRAY
                    || schema.listType() == Schema.ListType.ATOMIC
                    || !everyItemHasItsStep(schema, value);
        }
        return true;
    }

    /** Raw extensions of built-in kinds have no fields that Kubernetes knows; unknown fields of custom resources do. */
    private static boolean isOpaque(Schema schema) {
        return schema.type() == Schema.JsonType.ANY && !schema.typeName().isEmpty();
    }

    /**
     * Items with repeated or incomplete keys cannot be distinguished; such a list is owned as a whole until its owner
     * repairs it.
     */
    private static boolean everyItemHasItsStep(Schema list, JsonNode value) {
        if (list.listType() == Schema.ListType.MAP) {
            for (JsonNode item : value) {
                if (!item.isObject()) {
                    return false;
                }
            }
        }
        return true;
    }

    static String fieldStep(String name) {
        return "f:" + name;
    }

    /** The step to an item of a list that is owned item by item. */
    static String itemStep(Schema list, JsonNode item) {
        if (list.listType() == Schema.ListType.SET) {
            return "v:" + Json.write(item);
        }
        Map<String, JsonNode> keys = new TreeMap<>();
        for (String name : list.listMapKeys()) {
            JsonNode key = item.get(name);
            if (key == null && list.items() != null) {
                Schema field = list.items().property(name);
                key = field == null ? null : field.defaultValue();
            }
            if (key != null) {
                keys.put(name, key);
            }
        }
        StringBuilder step = new StringBuilder("k:{");
        keys.forEach((name, key) -> {
            if (step.charAt(step.length() - 1) != '{') {
                step.append(',');
            }
            step.append(Json.write(quoted(name))).append(':').append(Json.write(key));
        });
        return step.append('}').toString();
    }

    private static JsonNode quoted(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    /** All fields that an applied configuration contains. */
    static FieldSet statedFields(@Nullable Schema schema, JsonNode value) {
        FieldSet set = new FieldSet();
        state(schema, value, set);
        return set.compact();
    }

    private static void state(@Nullable Schema schema, JsonNode value, FieldSet set) {
        if (isWhole(schema, value)) {
            set.insert();
        } else if (value.isObject()) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                Schema field = schema == null ? null : schema.field(entry.getKey());
                FieldSet child = set.enter(fieldStep(entry.getKey()));
                state(field, entry.getValue(), child);
                boolean named = schema != null && schema.property(entry.getKey()) != null;
                if (!named
                        || entry.getValue().isNull()
                        || (entry.getValue().isObject() && entry.getValue().isEmpty())) {
                    child.insert();
                }
            }
        } else if (schema != null) {
            for (JsonNode item : value) {
                FieldSet child = set.enter(itemStep(schema, item));
                state(schema.items(), item, child);
                child.insert();
            }
        }
    }

    /**
     * The set with the named fields on the way to its members as members, so that a field that becomes empty is removed
     * with its last member.
     */
    static FieldSet withNamedFields(@Nullable Schema schema, FieldSet set) {
        FieldSet result = new FieldSet();
        if (set.isMember()) {
            result.insert();
        }
        set.forEach((step, child) -> {
            boolean field = step.startsWith("f:");
            Schema below = schema == null ? null : field ? schema.field(step.substring(2)) : schema.items();
            FieldSet kept = withNamedFields(below, child);
            if (field && schema != null && schema.property(step.substring(2)) != null) {
                kept.insert();
            }
            result.enter(step).addAll(kept);
        });
        return result;
    }
}

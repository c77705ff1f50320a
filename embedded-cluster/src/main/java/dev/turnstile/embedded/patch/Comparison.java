package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.JsonEquality;
import dev.turnstile.embedded.schema.Schema;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Which fields differ between two states of an object. */
record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {

    static Comparison of(Schema schema, JsonNode before, JsonNode after) {
        Comparison comparison = new Comparison(new FieldSet(), new FieldSet(), new FieldSet());
        compare(schema, before, after, comparison);
        comparison.added.compact();
        comparison.modified.compact();
        comparison.removed.compact();
        return comparison;
    }

    boolean isSame() {
        return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
    }

    /** The fields that the writer owns afterwards. */
    FieldSet changed() {
        return added.union(modified);
    }

    private Comparison enter(String step) {
        return new Comparison(added.enter(step), modified.enter(step), removed.enter(step));
    }

    private static void compare(
            @Nullable Schema schema, @Nullable JsonNode before, @Nullable JsonNode after, Comparison found) {
        if (before != null && after != null && JsonEquality.same(before, after)) {
            return;
        }
        if (before != null && after != null && before.getNodeType() != after.getNodeType()) {
            // The type of the value changed: its old fields are removed, its new ones added.
            compareParts(schema, before, null, found);
            compareParts(schema, null, after, found);
            found.modified.insert();
            return;
        }
        compareParts(schema, before, after, found);
        if (before == null) {
            found.added.insert();
        } else if (after == null) {
            found.removed.insert();
        }
    }

    private static void compareParts(
            @Nullable Schema schema, @Nullable JsonNode before, @Nullable JsonNode after, Comparison found) {
        JsonNode form = after != null ? after : before;
        if (form == null) {
            return;
        }
        boolean empty = (before == null || before.isEmpty()) && (after == null || after.isEmpty());
        boolean whole = Ownership.isWhole(schema, form) || (before != null && Ownership.isWhole(schema, before));
        if (whole || empty) {
            if (before != null && after != null) {
                found.modified.insert();
            }
        } else if (form.isObject()) {
            for (String name : names(before, after)) {
                compareChanged(
                        schema == null ? null : schema.field(name),
                        field(schema, before, name),
                        field(schema, after, name),
                        found,
                        Ownership.fieldStep(name));
            }
        } else if (schema != null) {
            Map<String, JsonNode> old = items(schema, before);
            Map<String, JsonNode> now = items(schema, after);
            Set<String> steps = new LinkedHashSet<>(now.keySet());
            steps.addAll(old.keySet());
            for (String step : steps) {
                compareChanged(schema.items(), old.get(step), now.get(step), found, step);
            }
        }
    }

    private static @Nullable JsonNode field(@Nullable Schema schema, @Nullable JsonNode object, String name) {
        JsonNode value = object == null ? null : object.get(name);
        return value != null || object == null || schema == null ? value : schema.unsaid(name);
    }

    private static void compareChanged(
            @Nullable Schema schema,
            @Nullable JsonNode before,
            @Nullable JsonNode after,
            Comparison found,
            String step) {
        if (before == null || after == null || !JsonEquality.same(before, after)) {
            compare(schema, before, after, found.enter(step));
        }
    }

    private static Set<String> names(@Nullable JsonNode before, @Nullable JsonNode after) {
        Set<String> names = new LinkedHashSet<>();
        if (after != null) {
            names.addAll(after.propertyNames());
        }
        if (before != null) {
            names.addAll(before.propertyNames());
        }
        return names;
    }

    private static Map<String, JsonNode> items(Schema list, @Nullable JsonNode value) {
        Map<String, JsonNode> items = new LinkedHashMap<>();
        if (value != null) {
            value.forEach(item -> items.put(Ownership.itemStep(list, item), item));
        }
        return items;
    }
}

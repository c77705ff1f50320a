package dev.turnstile.service.apply;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What to send in a merge patch so that one state of an object becomes another. */
public final class Difference {
    private Difference() {}

    /**
     * The fields that differ, those that went as null, lists in full; or null where nothing differs.
     *
     * <p>Example: from {@code {a: 1, b: {c: 2, d: 3}}} to {@code {b: {c: 2, d: 4}}} it is {@code {a: null, b: {d: 4}}}.
     */
    public static @Nullable ObjectNode between(ObjectNode before, ObjectNode after) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : after.properties()) {
            JsonNode old = before.get(field.getKey());
            if (old instanceof ObjectNode oldObject && field.getValue() instanceof ObjectNode newObject) {
                ObjectNode inner = between(oldObject, newObject);
                if (inner != null) {
                    patch.set(field.getKey(), inner);
                }
            } else if (!field.getValue().equals(old)) {
                patch.set(field.getKey(), field.getValue());
            }
        }
        for (String name : before.propertyNames()) {
            if (!after.has(name)) {
                patch.putNull(name);
            }
        }
        return patch.isEmpty() ? null : patch;
    }

    /** The same, as the {@code status} of an object. */
    public static @Nullable ObjectNode ofStatus(ObjectNode before, ObjectNode after) {
        ObjectNode status = between(before, after);
        if (status == null) {
            return null;
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("status", status);
        return patch;
    }
}

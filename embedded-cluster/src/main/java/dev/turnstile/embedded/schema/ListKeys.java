package dev.turnstile.embedded.schema;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the item of an old list that corresponds to an item of the new one. */
final class ListKeys {

    private ListKeys() {}

    /** The old item with the same keys; null for lists of other types, and if there is none. */
    static @Nullable JsonNode counterpart(Schema list, JsonNode item, @Nullable JsonNode old) {
        if (old == null || !old.isArray() || list.listType() != Schema.ListType.MAP || !item.isObject()) {
            return null;
        }
        for (JsonNode candidate : old) {
            if (candidate.isObject() && sameKeys(list, item, candidate)) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean sameKeys(Schema list, JsonNode a, JsonNode b) {
        for (String key : list.listMapKeys()) {
            JsonNode valueA = a.get(key);
            JsonNode valueB = b.get(key);
            boolean stated = valueA != null && valueB != null;
            if (stated ? !JsonEquality.same(valueA, valueB) : (valueA != null || valueB != null)) {
                return false;
            }
        }
        return true;
    }
}

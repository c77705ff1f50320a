package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.JsonEquality;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Sorts a merged list as {@code $setElementOrder} states. Items named there take that order; items that only the server
 * has keep their places relative to their named neighbours.
 *
 * <p>Example: the server has {@code [a, x, b]}, the order is {@code [b, a]}: {@code b} follows {@code x} on the server,
 * so {@code x} goes first: {@code [x, b, a]}.
 */
final class ElementOrder {

    private ElementOrder() {}

    static ArrayNode sort(ArrayNode merged, JsonNode order, JsonNode onServer, String mergeKey) {
        List<JsonNode> named = new ArrayList<>();
        for (JsonNode wanted : order) {
            for (JsonNode item : merged) {
                if (sameItem(item, wanted, mergeKey)) {
                    named.add(item);
                    break;
                }
            }
        }
        List<JsonNode> others = new ArrayList<>();
        for (JsonNode item : merged) {
            if (position(order, item, mergeKey) < 0) {
                others.add(item);
            }
        }
        ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
        int n = 0;
        int o = 0;
        while (n < named.size() || o < others.size()) {
            boolean takeNamed = o == others.size()
                    || (n < named.size() && standsBefore(named.get(n), others.get(o), onServer, mergeKey));
            sorted.add(takeNamed ? named.get(n++) : others.get(o++));
        }
        return sorted;
    }

    private static boolean standsBefore(JsonNode named, JsonNode other, JsonNode onServer, String mergeKey) {
        int place = position(onServer, named, mergeKey);
        return place < 0 || place < position(onServer, other, mergeKey);
    }

    private static int position(JsonNode list, JsonNode item, String mergeKey) {
        for (int i = 0; i < list.size(); i++) {
            if (sameItem(list.get(i), item, mergeKey)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean sameItem(JsonNode a, JsonNode b, String mergeKey) {
        return (mergeKey.isEmpty() || !a.isObject() || !b.isObject())
                ? JsonEquality.same(a, b)
                : JsonEquality.same(a.path(mergeKey), b.path(mergeKey));
    }
}

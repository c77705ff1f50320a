package dev.turnstile.embedded.schema;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Whether two JSON values are equal: {@code 1} is 1 whatever Java type it has, and the order of fields does not matter.
 */
public final class JsonEquality {

    private JsonEquality() {}

    public static boolean same(JsonNode a, JsonNode b) {
        if (a.getNodeType() != b.getNodeType()) {
            return false;
        }
        return switch (a.getNodeType()) {
            case OBJECT -> sameFields(a, b);
            case ARRAY -> sameItems(a, b);
            case NUMBER ->
                (a.canConvertToLong() && b.canConvertToLong() && a.isIntegralNumber() && b.isIntegralNumber())
                        ? a.longValue() == b.longValue()
                        : a.doubleValue() == b.doubleValue();
            case STRING, BOOLEAN, NULL, MISSING, BINARY, POJO -> a.equals(b);
        };
    }

    private static boolean sameFields(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> entry : a.properties()) {
            JsonNode other = b.get(entry.getKey());
            if (other == null || !same(entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameItems(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!same(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }
}

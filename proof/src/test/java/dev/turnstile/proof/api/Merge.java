package dev.turnstile.proof.api;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON merge patch (RFC 7396). */
final class Merge {
    private Merge() {}

    static void into(ObjectNode target, String field, JsonNode patch) {
        if (patch.isNull()) {
            target.remove(field);
        } else if (patch instanceof ObjectNode nested) {
            ObjectNode inner =
                    target.get(field) instanceof ObjectNode existing ? existing : JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : nested.properties()) {
                into(inner, entry.getKey(), entry.getValue());
            }
            target.set(field, inner);
        } else {
            target.set(field, patch.deepCopy());
        }
    }
}

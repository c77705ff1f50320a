package dev.turnstile.proof.api;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON merge patch (RFC 7396). What is merged into shares with the result whatever the patch does not touch. */
final class Merge {
    private Merge() {}

    /** Merges into a field of an object that nobody else has. */
    static void into(ObjectNode target, String field, JsonNode patch) {
        if (patch.isNull()) {
            target.remove(field);
        } else if (patch instanceof ObjectNode nested) {
            ObjectNode inner = target.get(field) instanceof ObjectNode existing
                    ? shallow(existing)
                    : JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : nested.properties()) {
                into(inner, entry.getKey(), entry.getValue());
            }
            target.set(field, inner);
        } else {
            target.set(field, patch.deepCopy());
        }
    }

    /** An object of its own with the same fields. */
    static ObjectNode shallow(ObjectNode object) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        copy.setAll(object);
        return copy;
    }

    /** The metadata of an object that nobody else has, as one that nobody else has either. */
    static ObjectNode metadata(ObjectNode object) {
        ObjectNode own = object.get("metadata") instanceof ObjectNode metadata
                ? shallow(metadata)
                : JsonNodeFactory.instance.objectNode();
        object.set("metadata", own);
        return own;
    }
}

package dev.turnstile.embedded.patch;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code application/merge-patch+json}, RFC 7386. */
public final class MergePatch {

    private MergePatch() {}

    /** The patched document; {@code document} stays as it is, and shares unchanged parts with the result. */
    public static JsonNode apply(JsonNode document, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (document instanceof ObjectNode object) {
            result.setAll(object);
        }
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            if (change.getValue().isNull()) {
                result.remove(change.getKey());
            } else {
                result.set(change.getKey(), apply(result.path(change.getKey()), change.getValue()));
            }
        }
        return result;
    }
}

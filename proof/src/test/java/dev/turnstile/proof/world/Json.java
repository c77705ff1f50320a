package dev.turnstile.proof.world;

import dev.turnstile.service.informer.ObjectKey;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Objects as users write them, and what is read in them. */
final class Json {
    private static final JsonMapper JSON = new JsonMapper();

    private Json() {}

    /** JSON with single quotes. */
    static ObjectNode json(String text) {
        return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
    }

    static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectKey key(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return new ObjectKey(
                metadata.path("namespace").asString(""), metadata.path("name").asString(""));
    }

    static String uid(JsonNode object) {
        return object.path("metadata").path("uid").asString("");
    }

    /** Status and reason of a condition; empty where it was never set. */
    static String condition(JsonNode object, String type) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.path("status").asString("") + " "
                        + condition.path("reason").asString("");
            }
        }
        return "";
    }

    static boolean is(JsonNode object, String type) {
        return condition(object, type).startsWith("True");
    }
}

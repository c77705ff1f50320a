package dev.turnstile.proof.api;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which objects of a kind a client reads: those of a namespace, of a name, with a label. */
record Selection(String namespace, String name, String label, String value) {
    static Selection of(Target target, Map<String, String> query) {
        String fields = query.getOrDefault("fieldSelector", "");
        String name = fields.startsWith("metadata.name=") ? fields.substring("metadata.name=".length()) : "";
        String labels = query.getOrDefault("labelSelector", "");
        int equals = labels.indexOf('=');
        return new Selection(
                target.key().namespace(),
                name,
                equals < 0 ? labels : labels.substring(0, equals),
                equals < 0 ? "" : labels.substring(equals + 1));
    }

    boolean takes(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return (namespace.isEmpty() || metadata.path("namespace").asString("").equals(namespace))
                && (name.isEmpty() || metadata.path("name").asString("").equals(name))
                && (label.isEmpty() || labelled(metadata.path("labels").path(label)));
    }

    private boolean labelled(JsonNode found) {
        return !found.isMissingNode() && (value.isEmpty() || found.asString("").equals(value));
    }
}

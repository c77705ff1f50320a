package dev.turnstile.service.informer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who an object is, and which of two states of it is the newer one. */
record Versioned(ObjectKey key, String uid, long version) {
    static Versioned of(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return new Versioned(
                ObjectKey.of(object),
                metadata.path("uid").asString(""),
                number(metadata.path("resourceVersion").asString("")));
    }

    /** Kubernetes guarantees that versions of one kind are numbers that grow. */
    static long number(String version) {
        if (version.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "resourceVersion \"" + version + "\" is no number; Kubernetes promises one, so something stands"
                            + " between us and the API that changes it",
                    e);
        }
    }
}

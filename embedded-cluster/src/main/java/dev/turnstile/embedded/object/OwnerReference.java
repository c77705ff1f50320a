package dev.turnstile.embedded.object;

import tools.jackson.databind.JsonNode;

/** One entry of {@code metadata.ownerReferences}. */
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean isController, boolean blocksOwnerDeletion) {

    static OwnerReference of(JsonNode reference) {
        return new OwnerReference(
                reference.path("apiVersion").asString(""),
                reference.path("kind").asString(""),
                reference.path("name").asString(""),
                reference.path("uid").asString(""),
                reference.path("controller").asBoolean(false),
                reference.path("blockOwnerDeletion").asBoolean(false));
    }
}

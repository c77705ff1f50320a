package dev.turnstile.embedded.patch;

import tools.jackson.databind.JsonNode;

/** {@code application/json-patch+json}, RFC 6902. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"}) // until it is written
public final class JsonPatch {

    private JsonPatch() {}

    /** The patched document; {@code document} stays as it is. */
    public static JsonNode apply(JsonNode document, JsonNode operations) throws PatchFailedException {
        throw new PatchFailedException(422, document + " " + operations);
    }
}

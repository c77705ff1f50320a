package dev.turnstile.model.patch;

import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON merge patch (RFC 7396) that is still to be sent.
 *
 * @param path the API path of the object
 * @param subresource the part of it that is written
 * @param body the patch; its {@code metadata.resourceVersion}, where there is one, makes the API server refuse it if
 *     the object has changed since it was read
 */
public record Patch(String path, Subresource subresource, ObjectNode body) {
    /** The content type of the request. */
    public static final String CONTENT_TYPE = "application/merge-patch+json";

    /** The path of the request. */
    public String requestPath() {
        return path + subresource.path();
    }
}

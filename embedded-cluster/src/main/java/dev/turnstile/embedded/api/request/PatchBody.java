package dev.turnstile.embedded.api.request;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.wire.BodyParser;
import dev.turnstile.embedded.schema.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * The body of a PATCH.
 *
 * @param duplicates fields that the patch states more than once
 */
public record PatchBody(PatchType type, JsonNode tree, List<String> duplicates) {
    public static PatchBody of(PatchType type, JsonNode tree) {
        return new PatchBody(type, tree, List.of());
    }

    /** Only an apply can be YAML, as in Kubernetes. */
    public static PatchBody read(Exchange exchange, ResourceType resource) throws IOException {
        String contentType = exchange.header("Content-Type");
        PatchType type = type(contentType, resource);
        StrictJson parsed =
                BodyParser.parse(exchange.body(), type == PatchType.APPLY ? contentType : "application/json");
        return new PatchBody(type, parsed.value(), parsed.duplicates());
    }

    public static PatchType type(String contentType, ResourceType resource) {
        String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        for (PatchType known : PatchType.values()) {
            if (known.mediaType().equals(mediaType) && !(known == PatchType.STRATEGIC && resource.custom())) {
                return known;
            }
        }
        throw ApiException.unsupportedMediaType("application/json-patch+json, application/merge-patch+json, "
                + (resource.custom() ? "" : "application/strategic-merge-patch+json, ")
                + "application/apply-patch+yaml");
    }
}

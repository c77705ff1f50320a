package dev.turnstile.embedded.schema;

import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/**
 * The published OpenAPI of a real kube-apiserver, cut down to the kinds that are served; made by
 * {@code oracle/built-in-openapi}.
 */
final class BuiltInOpenApi {

    private static final String RESOURCE = "built-in-openapi.json.gz";

    private BuiltInOpenApi() {}

    /** Reads the document each time: it is large and rarely needed, so it is not cached. */
    static JsonNode load() {
        try (InputStream packed = BuiltInOpenApi.class.getResourceAsStream(RESOURCE)) {
            if (packed == null) {
                throw new IllegalStateException(RESOURCE + " is missing beside " + BuiltInOpenApi.class.getName());
            }
            return Json.read(new GZIPInputStream(packed));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + RESOURCE, e);
        }
    }
}

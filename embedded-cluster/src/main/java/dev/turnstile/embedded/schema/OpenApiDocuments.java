package dev.turnstile.embedded.schema;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The published OpenAPI documents; immutable: made anew when custom resource definitions change, each document only
 * when asked for.
 */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"}) // until it is written
public final class OpenApiDocuments {

    /** @param definitions the established custom resource definitions */
    public OpenApiDocuments(List<ObjectNode> definitions) {
        throw new UnsupportedOperationException(definitions.toString());
    }

    /** {@code /openapi/v3}: paths with a hash in each URL. */
    public byte[] index() {
        throw new UnsupportedOperationException();
    }

    /** {@code /openapi/v3/<path>}, as {@code api/v1} or {@code apis/batch/v1}. */
    public Optional<byte[]> document(String path) {
        throw new UnsupportedOperationException(path);
    }

    /** The hash in the index's URL of that path, for ETag and caching. */
    public Optional<String> hash(String path) {
        throw new UnsupportedOperationException(path);
    }
}

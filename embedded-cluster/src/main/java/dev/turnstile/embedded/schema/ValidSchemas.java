package dev.turnstile.embedded.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Valid schemas of custom resources with their compiled rules, by source. Clusters of one JVM mostly serve the same
 * CRDs, and reading a CRD takes longer than starting a cluster.
 */
final class ValidSchemas {

    private static final int MOST = 64;

    private static final Map<JsonNode, Schema> KNOWN = new LinkedHashMap<>(MOST, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JsonNode, Schema> eldest) {
            return size() > MOST;
        }
    };

    private ValidSchemas() {}

    static @Nullable Schema find(JsonNode source) {
        synchronized (KNOWN) {
            return KNOWN.get(source);
        }
    }

    /** @param source the source of the schema, which must not be shared */
    static void remember(JsonNode source, Schema schema) {
        synchronized (KNOWN) {
            KNOWN.put(source, schema);
        }
    }
}

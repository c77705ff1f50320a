package dev.turnstile.embedded.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Schemas of custom resources in which nothing was found wrong, with their compiled rules, by what they say. Clusters
 * of one JVM mostly serve the same definitions, and reading one takes longer than starting a cluster.
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

    /** @param source what the schema was made from, which nobody else has */
    static void remember(JsonNode source, Schema schema) {
        synchronized (KNOWN) {
            KNOWN.put(source, schema);
        }
    }
}

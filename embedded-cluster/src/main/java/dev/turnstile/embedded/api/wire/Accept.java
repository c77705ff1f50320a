package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.ApiException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The form of a response, chosen by the Accept header: whole objects, their metadata only, or a table. */
public enum Accept {
    OBJECT,
    METADATA,
    TABLE;

    private static final String ACCEPTED = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

    /** @param convertible whether the resource has tables and metadata at all */
    public static Accept negotiate(String header, boolean convertible) {
        if (header.isBlank()) {
            return OBJECT;
        }
        for (String clause : header.split(",", -1)) {
            String[] parts = clause.split(";", -1);
            String mediaType = parts[0].strip().toLowerCase(Locale.ROOT);
            if (!mediaType.equals("application/json")
                    && !mediaType.equals("*/*")
                    && !mediaType.equals("application/*")) {
                continue;
            }
            Map<String, String> parameters = new TreeMap<>();
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                if (equals > 0) {
                    parameters.put(
                            parts[i].substring(0, equals).strip(),
                            parts[i].substring(equals + 1).strip());
                }
            }
            String as = parameters.getOrDefault("as", "");
            if (as.isEmpty()) {
                return OBJECT;
            }
            String version = parameters.getOrDefault("v", "v1");
            if (!convertible
                    || !parameters.getOrDefault("g", "meta.k8s.io").equals("meta.k8s.io")
                    || !(version.equals("v1") || version.equals("v1beta1"))) {
                continue;
            }
            if (as.equals("Table")) {
                return TABLE;
            }
            if (as.equals("PartialObjectMetadata") || as.equals("PartialObjectMetadataList")) {
                return METADATA;
            }
        }
        throw ApiException.notAcceptable(ACCEPTED);
    }
}

package dev.turnstile.embedded.schema;

import dev.turnstile.embedded.Json;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The published OpenAPI v3 documents; immutable: made anew when custom resource definitions change, each document only
 * when asked for. Clients validate, explain and build patches with them.
 */
public final class OpenApiDocuments {

    /** Documents of built-in groups are the same for all clusters; they go when memory is short. */
    private static final Map<String, SoftReference<byte[]>> BUILT_IN = new ConcurrentHashMap<>();

    private static final class BuiltInHashes {
        static final Map<String, String> BY_PATH = read();

        private static Map<String, String> read() {
            JsonNode data = BuiltInOpenApi.load();
            Map<String, String> hashes = new LinkedHashMap<>();
            String release = data.path("release").asString("");
            data.path("documents")
                    .forEachEntry((path, resources) -> hashes.put(path, digest(release + path + resources)));
            return hashes;
        }
    }

    private final Map<String, List<ObjectNode>> definitions = new TreeMap<>();
    private final Map<String, byte[]> documents = new ConcurrentHashMap<>();

    /** @param definitions the established custom resource definitions */
    public OpenApiDocuments(List<ObjectNode> definitions) {
        for (ObjectNode definition : definitions) {
            JsonNode spec = definition.path("spec");
            for (JsonNode version : spec.path("versions")) {
                if (version.path("served").asBoolean(false)) {
                    String path = "apis/" + spec.path("group").asString("") + "/"
                            + version.path("name").asString("");
                    this.definitions
                            .computeIfAbsent(path, key -> new ArrayList<>())
                            .add(definition);
                }
            }
        }
    }

    /** {@code /openapi/v3}: paths with a hash in each URL. */
    public byte[] index() {
        ObjectNode index = JsonNodeFactory.instance.objectNode();
        ObjectNode paths = index.putObject("paths");
        Map<String, String> hashes = new TreeMap<>(BuiltInHashes.BY_PATH);
        definitions.keySet().forEach(path -> hash(path).ifPresent(hash -> hashes.put(path, hash)));
        hashes.forEach((path, hash) ->
                paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + hash));
        return Json.bytes(index);
    }

    /** {@code /openapi/v3/<path>}, as {@code api/v1} or {@code apis/batch/v1}. */
    public Optional<byte[]> document(String path) {
        List<ObjectNode> custom = definitions.get(path);
        if (custom != null) {
            return Optional.of(documents.computeIfAbsent(path, key -> Json.bytes(OpenApiWriter.custom(key, custom))));
        }
        if (!BuiltInHashes.BY_PATH.containsKey(path)) {
            return Optional.empty();
        }
        SoftReference<byte[]> kept = BUILT_IN.get(path);
        byte[] document = kept == null ? null : kept.get();
        if (document == null) {
            document = Json.bytes(OpenApiWriter.builtIn(path));
            BUILT_IN.put(path, new SoftReference<>(document));
        }
        return Optional.of(document);
    }

    /** The hash in the index's URL of that path, for ETag and caching. */
    public Optional<String> hash(String path) {
        List<ObjectNode> custom = definitions.get(path);
        if (custom == null) {
            return Optional.ofNullable(BuiltInHashes.BY_PATH.get(path));
        }
        StringBuilder content = new StringBuilder(path);
        custom.forEach(definition -> content.append(definition.path("spec")));
        return Optional.of(digest(content.toString()));
    }

    private static String digest(String content) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-512").digest(content.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-512", e);
        }
    }
}

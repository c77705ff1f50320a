package dev.turnstile.embedded.schema;

import dev.turnstile.embedded.json.Json;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The published OpenAPI documents. Immutable: replaced when CRDs change; each document is made on first use. Clients
 * validate, explain and build patches with them.
 */
public final class OpenApiDocuments {

    /** Documents of built-in groups, the same for all clusters; released when memory is short. */
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
    private @Nullable Swagger swagger;

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

    /** {@code /openapi/v2}: all definitions in one document; without paths, which clients find in v3. */
    public synchronized Swagger swagger() {
        Swagger known = swagger;
        if (known == null) {
            ObjectNode document = JsonNodeFactory.instance.objectNode().put("swagger", "2.0");
            document.putObject("info").put("title", "Kubernetes").put("version", "v1.36.3");
            document.putObject("paths");
            ObjectNode all = document.putObject("definitions");
            BuiltInDefinitions.ALL.forEach(all::set);
            definitions.forEach((path, custom) -> OpenApiWriter.custom(path, custom)
                    .path("components")
                    .path("schemas")
                    .forEachEntry((name, schema) -> {
                        if (!all.has(name)) {
                            all.set(name, SwaggerSchemas.definition(schema));
                        }
                    }));
            known = new Swagger(document);
            swagger = known;
        }
        return known;
    }

    private static final class BuiltInDefinitions {
        static final Map<String, JsonNode> ALL = read();

        private static Map<String, JsonNode> read() {
            Map<String, JsonNode> all = new TreeMap<>();
            BuiltInHashes.BY_PATH
                    .keySet()
                    .forEach(path -> OpenApiWriter.builtIn(path)
                            .path("components")
                            .path("schemas")
                            .forEachEntry((name, schema) ->
                                    all.computeIfAbsent(name, key -> SwaggerSchemas.definition(schema))));
            return all;
        }
    }

    /** One state of the OpenAPI v2 document. */
    public static final class Swagger {
        private final ObjectNode document;
        private final byte[] json;
        private final String hash;

        private Swagger(ObjectNode document) {
            this.document = document;
            json = Json.bytes(document);
            hash = digest(new String(json, StandardCharsets.UTF_8));
        }

        public byte[] json() {
            return json;
        }

        public byte[] protobuf() {
            return SwaggerProtobuf.of(document);
        }

        /** Differs whenever the document does. */
        public String hash() {
            return hash;
        }
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

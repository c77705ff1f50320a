package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.access.Tokens;
import dev.turnstile.embedded.api.aggregate.Aggregation;
import dev.turnstile.embedded.api.crd.TypeRegistry;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.OpenApiDocuments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Serves everything that is no resource: version, health, discovery, OpenAPI, metrics, keys. */
final class Documents {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private static final String SWAGGER_PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private final TypeRegistry registry;
    private final Aggregation aggregation;
    private final Discovery discovery;
    private final Supplier<List<ObjectNode>> definitions;
    private final Tokens tokens;
    private final Metrics metrics;
    private volatile @Nullable OpenApi openApi;

    private record OpenApi(long generation, OpenApiDocuments documents) {}

    /** @param definitions the CustomResourceDefinitions in force */
    Documents(
            TypeRegistry registry,
            Aggregation aggregation,
            Supplier<List<ObjectNode>> definitions,
            Tokens tokens,
            Metrics metrics) {
        this.registry = registry;
        this.aggregation = aggregation;
        this.discovery = new Discovery(registry, aggregation);
        this.definitions = definitions;
        this.tokens = tokens;
        this.metrics = metrics;
    }

    void handle(Exchange exchange, String given) throws IOException {
        String path = given.length() > 1 && given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw ApiException.methodNotAllowed();
        }
        switch (path) {
            case "/version" -> exchange.json(200, version());
            case "/healthz", "/livez", "/readyz" -> text(exchange, 200, "ok");
            case "/metrics" -> text(exchange, 200, metrics.text());
            case "/metrics/slis" -> text(exchange, 200, metrics.serviceLevels());
            case "/api" -> aggregatedOr(exchange, true);
            case "/apis" -> aggregatedOr(exchange, false);
            case "/openapi/v3" -> exchange.respond(200, "application/json", index());
            case "/openapi/v2" -> swagger(exchange);
            case "/openid/v1/jwks" -> exchange.respond(200, "application/jwk-set+json", Json.bytes(tokens.keySet()));
            case "/.well-known/openid-configuration" -> exchange.json(200, openId());
            case "/" -> exchange.json(200, root());
            default -> deeper(exchange, path);
        }
    }

    private void deeper(Exchange exchange, String path) throws IOException {
        String[] parts = path.substring(1).split("/", -1);
        if (List.of("/healthz/ping", "/livez/ping", "/readyz/ping").contains(path)) {
            text(exchange, 200, "ok");
        } else if (path.startsWith("/openapi/v3/")) {
            openApi(exchange, path.substring("/openapi/v3/".length()));
        } else if (parts[0].equals("api") && parts.length == 2) {
            exchange.json(200, discovery.resources("", parts[1]).orElseThrow(ApiException::noSuchResource));
        } else if (parts[0].equals("apis") && parts.length == 2) {
            found(exchange, discovery.group(parts[1]).orElse(null));
        } else if (parts[0].equals("apis") && parts.length == 3) {
            if (discovery.group(parts[1]).isEmpty()) {
                text(exchange, 404, "404 page not found\n");
            } else {
                exchange.json(200, discovery.resources(parts[1], parts[2]).orElseThrow(ApiException::noSuchResource));
            }
        } else {
            text(exchange, 404, "404 page not found\n");
        }
    }

    private static void found(Exchange exchange, @Nullable ObjectNode document) throws IOException {
        if (document == null) {
            text(exchange, 404, "404 page not found\n");
        } else {
            exchange.json(200, document);
        }
    }

    private void aggregatedOr(Exchange exchange, boolean core) throws IOException {
        String accept = exchange.headers("Accept").replace(" ", "").toLowerCase(Locale.ROOT);
        exchange.setHeader("Vary", "Accept");
        boolean aggregated = false;
        for (String clause : accept.split(",", -1)) {
            if (clause.contains("as=apigroupdiscoverylist") && clause.startsWith("application/json")) {
                if (clause.contains("v=v2;") || clause.endsWith("v=v2")) {
                    aggregated = true;
                    break;
                }
            } else if (clause.startsWith("application/json") || clause.startsWith("*/*")) {
                break;
            }
        }
        if (aggregated) {
            ObjectNode document = discovery.aggregated(core);
            exchange.respond(200, AGGREGATED, Json.bytes(document));
        } else {
            exchange.json(200, core ? discovery.coreVersions(exchange.header("Host")) : discovery.groupList());
        }
    }

    private byte[] index() {
        List<Aggregation.Served> others = aggregation.served();
        if (others.isEmpty()) {
            return openApi().index();
        }
        ObjectNode index = Json.parse(new String(openApi().index(), StandardCharsets.UTF_8));
        for (Aggregation.Served served : others) {
            String path = "apis/" + served.group() + "/" + served.version();
            aggregation
                    .openApi(served)
                    .map(own -> own.path("paths").path(path))
                    .filter(entry -> !entry.isMissingNode())
                    .ifPresent(entry -> index.withObjectProperty("paths").set(path, entry));
        }
        return Json.bytes(index);
    }

    private OpenApiDocuments openApi() {
        OpenApi known = openApi;
        long generation = registry.generation();
        if (known == null || known.generation() != generation) {
            known = new OpenApi(generation, new OpenApiDocuments(definitions.get()));
            openApi = known;
        }
        return known.documents();
    }

    private void openApi(Exchange exchange, String path) throws IOException {
        OpenApiDocuments documents = openApi();
        byte[] document = documents.document(path).orElse(null);
        if (document == null) {
            text(exchange, 404, "404 page not found\n");
            return;
        }
        documents.hash(path).ifPresent(hash -> exchange.setHeader("ETag", "\"" + hash + "\""));
        exchange.respond(200, "application/json", document);
    }

    private void swagger(Exchange exchange) throws IOException {
        OpenApiDocuments.Swagger swagger = openApi().swagger();
        String tag = "\"" + swagger.hash() + "\"";
        exchange.setHeader("ETag", tag);
        exchange.setHeader("Vary", "Accept");
        if (exchange.header("If-None-Match").equals(tag)) {
            exchange.respond(304, "application/json", new byte[0]);
        } else if (exchange.headers("Accept").contains("proto-openapi.spec.v2")) {
            exchange.respond(200, SWAGGER_PROTOBUF, swagger.protobuf());
        } else {
            exchange.respond(200, "application/json", swagger.json());
        }
    }

    private static ObjectNode version() {
        return Json.object()
                .put("major", "1")
                .put("minor", "36")
                .put("emulationMajor", "1")
                .put("emulationMinor", "36")
                .put("minCompatibilityMajor", "1")
                .put("minCompatibilityMinor", "35")
                .put("gitVersion", "v1.36.3")
                .put("gitCommit", "0000000000000000000000000000000000000000")
                .put("gitTreeState", "clean")
                .put("buildDate", "2026-11-01T00:00:00Z")
                .put("goVersion", "none")
                .put("compiler", "javac")
                .put("platform", "jvm/" + Runtime.version().feature());
    }

    private static ObjectNode openId() {
        ObjectNode document = Json.object().put("issuer", Tokens.ISSUER).put("jwks_uri", "/openid/v1/jwks");
        document.putArray("response_types_supported").add("id_token");
        document.putArray("subject_types_supported").add("public");
        document.putArray("id_token_signing_alg_values_supported").add("ES256");
        return document;
    }

    private ObjectNode root() {
        ObjectNode document = Json.object();
        var paths = document.putArray("paths");
        List.of("/.well-known/openid-configuration", "/api", "/api/v1", "/apis").forEach(paths::add);
        registry.types().stream()
                .filter(type -> !type.group().isEmpty())
                .flatMap(type -> List.of("/apis/" + type.group(), "/apis/" + type.apiVersion()).stream())
                .distinct()
                .forEach(paths::add);
        List.of(
                        "/healthz",
                        "/livez",
                        "/metrics",
                        "/openapi/v2",
                        "/openapi/v3",
                        "/openid/v1/jwks",
                        "/readyz",
                        "/version")
                .forEach(paths::add);
        return document;
    }

    private static void text(Exchange exchange, int code, String text) throws IOException {
        exchange.respond(code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.turnstile.embedded.api.aggregate;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ExtensionServers;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.tls.FrontProxy;
import dev.turnstile.embedded.client.HttpConnection;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Forwards requests to extension API servers. */
public final class Aggregation implements ExtensionServers, AutoCloseable {
    private static final String API_SERVICES = "apiservices.apiregistration.k8s.io";
    private static final String OPEN_API = "/openapi/v3";
    private static final List<String> REQUEST_HEADERS =
            List.of("Accept", "Content-Type", "If-None-Match", "User-Agent");
    private static final List<String> RESPONSE_HEADERS = List.of("ETag", "Vary", "Retry-After", "Warning");
    private static final UserInfo ITSELF =
            new UserInfo("system:kube-aggregator", "", List.of("system:masters"), Map.of());
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int BUFFER = 32 * 1024;

    private final Store store;
    private final ServiceAddresses services;
    private final Map<ExtensionServer, HttpConnection> connections = new ConcurrentHashMap<>();

    public Aggregation(Store store) {
        this.store = store;
        this.services = new ServiceAddresses(store);
    }

    /** A group and version that somebody else serves. */
    public record Served(String group, String version) {}

    /** What others serve, groups of the highest priority first, and of each its best version. */
    public List<Served> served() {
        return store.shelf(API_SERVICES).objects().stream()
                .map(StoredObject::tree)
                .filter(Aggregation::remote)
                .sorted(Comparator.<ObjectNode>comparingLong(
                                object -> -Json.number(object, 0, "spec", "groupPriorityMinimum"))
                        .thenComparing(object -> Json.text(object, "spec", "group"))
                        .thenComparingLong(object -> -Json.number(object, 0, "spec", "versionPriority")))
                .map(object -> new Served(Json.text(object, "spec", "group"), Json.text(object, "spec", "version")))
                .toList();
    }

    private static boolean remote(ObjectNode object) {
        return object.path("spec").path("service").isObject();
    }

    /** Whether somebody else answers requests to that path. */
    public boolean handles(String path) {
        return behind(path) != null;
    }

    private @Nullable ExtensionServer behind(String path) {
        String below = path.startsWith(OPEN_API) ? path.substring(OPEN_API.length()) : path;
        if (!below.startsWith("/apis/")) {
            return null;
        }
        String[] parts = below.split("/", 5);
        return parts.length < 4 ? null : server(new Served(parts[2], parts[3]));
    }

    private @Nullable ExtensionServer server(Served served) {
        StoredObject found = store.shelf(API_SERVICES).get(new ObjectKey("", served.version() + "." + served.group()));
        return found == null || !remote(found.tree()) ? null : ExtensionServer.of(found.tree());
    }

    /** Has the server behind the path answer, as to that user. */
    public void forward(Exchange exchange, UserInfo user) throws IOException {
        ExtensionServer server = behind(exchange.path());
        if (server == null) {
            throw ApiException.noSuchResource();
        }
        try {
            byte[] body = exchange.body();
            HttpRequest.Builder request = request(server, exchange.pathAndQuery(), user)
                    .method(
                            exchange.method(),
                            body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            for (String name : REQUEST_HEADERS) {
                String value = exchange.headers(name);
                if (!value.isEmpty()) {
                    request.setHeader(name, value);
                }
            }
            pass(send(server, request), exchange);
        } catch (UnreachableException e) {
            throw unavailable(e);
        }
    }

    private static ApiException unavailable(UnreachableException e) {
        return ApiException.of(503, "ServiceUnavailable", "error trying to reach service: " + e.getMessage());
    }

    private HttpRequest.Builder request(ExtensionServer server, String pathAndQuery, UserInfo user)
            throws UnreachableException {
        URI address = services.resolve(server.namespace(), server.service(), server.port());
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + pathAndQuery)).setHeader("X-Remote-User", user.username());
        user.groups().forEach(group -> request.header("X-Remote-Group", group));
        user.extra()
                .forEach((key, values) -> values.forEach(value -> request.header(
                        "X-Remote-Extra-"
                                + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20"),
                        value)));
        return request;
    }

    private HttpResponse<InputStream> send(ExtensionServer server, HttpRequest.Builder request)
            throws UnreachableException {
        try {
            return connection(server).send(request.build(), BodyHandlers.ofInputStream());
        } catch (IOException | GeneralSecurityException e) {
            throw new UnreachableException("FailedDiscoveryCheck", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreachableException("FailedDiscoveryCheck", "interrupted");
        }
    }

    private HttpConnection connection(ExtensionServer server) throws GeneralSecurityException, IOException {
        HttpConnection known = connections.get(server);
        if (known != null) {
            return known;
        }
        ServerTrust trust =
                server.insecure() ? ServerTrust.anybody() : ServerTrust.of(server.bundle(), server.serverName());
        HttpConnection made = new HttpConnection(FrontProxy.shared().towards(trust));
        HttpConnection raced = connections.putIfAbsent(server, made);
        if (raced != null) {
            made.close();
            return raced;
        }
        return made;
    }

    private static void pass(HttpResponse<InputStream> response, Exchange exchange) throws IOException {
        for (String name : RESPONSE_HEADERS) {
            response.headers().firstValue(name).ifPresent(value -> exchange.setHeader(name, value));
        }
        exchange.begin(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse("application/json"));
        try (InputStream body = response.body()) {
            byte[] buffer = new byte[BUFFER];
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                exchange.write(false, buffer.clone(), read);
            }
            exchange.write(true, buffer, 0);
        }
    }

    @Override
    public Availability availability(String apiService) {
        StoredObject found = store.shelf(API_SERVICES).get(new ObjectKey("", apiService));
        if (found == null || !remote(found.tree())) {
            return new Availability(true, "Local", "Local APIServices are always available");
        }
        ExtensionServer server = ExtensionServer.of(found.tree());
        try {
            read(server, server.path());
            return new Availability(true, "Passed", "all checks passed");
        } catch (UnreachableException e) {
            return new Availability(false, e.reason(), String.valueOf(e.getMessage()));
        }
    }

    private ObjectNode read(ExtensionServer server, String path) throws UnreachableException {
        HttpRequest.Builder request =
                request(server, path, ITSELF).timeout(PATIENCE).setHeader("Accept", "application/json");
        HttpResponse<InputStream> response = send(server, request);
        try (InputStream body = response.body()) {
            String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            if (response.statusCode() != 200) {
                throw new UnreachableException(
                        "FailedDiscoveryCheck",
                        "failing or missing response from " + response.uri() + ": bad status from " + response.uri()
                                + ": " + response.statusCode());
            }
            return Json.parse(text);
        } catch (IOException | JacksonException e) {
            throw new UnreachableException("FailedDiscoveryCheck", String.valueOf(e.getMessage()));
        }
    }

    /** The resources of a group and version, as their server lists them; empty while it cannot be reached. */
    public Optional<ObjectNode> resources(Served served) {
        ExtensionServer server = server(served);
        return server == null ? Optional.empty() : read(server.path(), server);
    }

    /** The server's index of OpenAPI documents; empty while it cannot be reached. */
    public Optional<ObjectNode> openApi(Served served) {
        ExtensionServer server = server(served);
        return server == null ? Optional.empty() : read(OPEN_API, server);
    }

    private Optional<ObjectNode> read(String path, ExtensionServer server) {
        try {
            return Optional.of(read(server, path));
        } catch (UnreachableException _) {
            // The condition of its APIService says so.
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        connections.values().forEach(HttpConnection::close);
    }
}

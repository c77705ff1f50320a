package dev.turnstile.embedded.client;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends JSON requests to a Kubernetes API. A refused request is an {@link ApiException}, a failed connection an
 * {@link UncheckedIOException}.
 */
public final class HttpApi implements AutoCloseable {
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);

    private final Kubeconfig config;
    private final HttpConnection connection;

    /** A response with its headers, whatever its status code. */
    public record Answer(int code, Map<String, List<String>> headers, String body) {
        public ObjectNode json() {
            return Json.parse(body);
        }
    }

    public HttpApi(Kubeconfig config) {
        this.config = config;
        this.connection = new HttpConnection(TlsTrust.context(config));
    }

    @Override
    public void close() {
        connection.close();
    }

    public ObjectNode get(String path) {
        return checked(send("GET", path, Map.of(), null));
    }

    public ObjectNode post(String path, JsonNode body) {
        return checked(send("POST", path, json(), body.toString()));
    }

    public ObjectNode put(String path, JsonNode body) {
        return checked(send("PUT", path, json(), body.toString()));
    }

    public ObjectNode patch(String path, PatchType type, JsonNode patch) {
        return checked(send("PATCH", path, Map.of("Content-Type", type.mediaType()), patch.toString()));
    }

    /** The body is a DeleteOptions without kind, or null. */
    public ObjectNode delete(String path, @Nullable ObjectNode options) {
        if (options == null) {
            return checked(send("DELETE", path, Map.of(), null));
        }
        var body = options.deepCopy().put("apiVersion", "v1").put("kind", "DeleteOptions");
        return checked(send("DELETE", path, json(), body.toString()));
    }

    /** Sends any request; returns the response without checking its status code. */
    public Answer send(String method, String path, Map<String, String> headers, @Nullable String body) {
        var request = request(path)
                .timeout(LONGEST_REQUEST)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::setHeader);
        var response = exchange(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        return new Answer(response.statusCode(), response.headers().map(), response.body());
    }

    /** Opens a watch; the path must have the query of a watch. */
    public WatchStream watch(String path) {
        var response = exchange(request(path).build(), BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw refused(response.statusCode(), text(response.body()));
        }
        return new WatchStream(response.body());
    }

    /** A path with its query, encoded. */
    public static String path(String path, Map<String, String> query) {
        return query.isEmpty()
                ? path
                : path + "?"
                        + query.entrySet().stream()
                                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                                .sorted()
                                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Map<String, String> json() {
        return Map.of("Content-Type", "application/json");
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(config.server() + path))
                .header("Accept", "application/json")
                .header("User-Agent", "turnstile-embedded");
        if (config.token() != null) {
            request.header("Authorization", "Bearer " + config.token());
        }
        return request;
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return connection.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(request.method() + " " + request.uri() + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(request.method() + " " + request.uri() + " interrupted", e));
        }
    }

    private static String text(InputStream body) {
        try (body) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode checked(Answer answer) {
        if (answer.code() >= 300) {
            throw refused(answer.code(), answer.body());
        }
        return answer.json();
    }

    private static ApiException refused(int code, String body) {
        try {
            if (Json.read(body) instanceof ObjectNode status && status.has("message")) {
                return new ApiException(code, status);
            }
        } catch (JacksonException e) {
            return ApiException.of(code, "", body.strip() + " (not JSON: " + e.getOriginalMessage() + ")");
        }
        return ApiException.of(code, "", body.strip());
    }
}

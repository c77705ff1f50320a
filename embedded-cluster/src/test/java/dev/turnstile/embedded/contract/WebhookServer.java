package dev.turnstile.embedded.contract;

import com.sun.net.httpserver.HttpExchange;
import dev.turnstile.embedded.api.LoopbackServer;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Admission webhooks on loopback, over HTTPS: the responses of each path, and the requests that it got. */
final class WebhookServer implements AutoCloseable {
    private final LoopbackServer server;
    private final Map<String, UnaryOperator<ObjectNode>> answers = new ConcurrentHashMap<>();
    private final Map<String, List<ObjectNode>> asked = new ConcurrentHashMap<>();

    WebhookServer() {
        server = new LoopbackServer(this::handle);
    }

    @Override
    public void close() {
        server.close();
    }

    /**
     * @param answer from {@code request} to {@code response}, whose uid is filled in; {@code httpStatus} in it fails
     *     the call
     */
    void answers(String path, UnaryOperator<ObjectNode> answer) {
        answers.put(path, answer);
    }

    List<ObjectNode> asked(String path) {
        return asked.getOrDefault(path, List.of());
    }

    void forget() {
        asked.clear();
    }

    /** The {@code clientConfig} of a webhook that is served here. */
    String clientConfig(String path) {
        return server.clientConfig(path);
    }

    static ObjectNode allowed() {
        return Json.object().put("allowed", true);
    }

    static ObjectNode patching(String operations) {
        var patch = Base64.getEncoder().encodeToString(operations.getBytes(StandardCharsets.UTF_8));
        return allowed().put("patchType", "JSONPatch").put("patch", patch);
    }

    static ObjectNode denied(int code, String message) {
        var response = Json.object().put("allowed", false);
        response.putObject("status").put("code", code).put("message", message);
        return response;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var request = (ObjectNode)
                    Json.parse(exchange.getRequestBody().readAllBytes()).path("request");
            asked.computeIfAbsent(path, _ -> new CopyOnWriteArrayList<>()).add(request);
            var response = answers.getOrDefault(path, _ -> allowed()).apply(request);
            var review = Json.object().put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
            if (!response.has("uid")) {
                response.set("uid", request.path("uid"));
            }
            review.set("response", response);
            var bytes = Json.bytes(review);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            var status = response.path("httpStatus").asInt(200);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}

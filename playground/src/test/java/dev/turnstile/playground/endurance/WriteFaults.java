package dev.turnstile.playground.endurance;

import com.sun.net.httpserver.HttpExchange;
import dev.turnstile.embedded.api.LoopbackServer;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An admission webhook before whatever the services' accounts write about Kueue's objects: it refuses a share of it,
 * and takes its time with each.
 */
final class WriteFaults implements AutoCloseable {
    private static final String ACCOUNTS = "system:serviceaccounts:kueue-system";

    private final LoopbackServer server;
    private final double share;
    private final int code;
    private final Duration longest;
    private final Random random;
    private final AtomicInteger seen = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    /**
     * Listens, but is asked nothing yet.
     *
     * @param share of the writes that are refused
     * @param code with which the API server answers these
     * @param longest how long it thinks about a write at most
     */
    WriteFaults(double share, int code, Duration longest, long seed) {
        this.share = share;
        this.code = code;
        this.longest = longest;
        this.random = new Random(seed);
        this.server = new LoopbackServer(this::handle);
    }

    /** Has a cluster ask it before each write of a Workload's or a queue's status. */
    void install(HttpApi api) {
        api.post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", Json.parse("""
            {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
             "metadata": {"name": "refusals"}, "webhooks": [{"name": "refusals.example.com", "sideEffects": "None",
             "admissionReviewVersions": ["v1"], "failurePolicy": "Fail",
             "clientConfig": %s,
             "rules": [{"apiGroups": ["kueue.x-k8s.io"], "apiVersions": ["*"], "operations": ["CREATE", "UPDATE"],
              "resources": ["*/*"]}]}]}
            """.formatted(
                        server.clientConfig("/"))));
    }

    @Override
    public String toString() {
        return refused + " of " + seen + " writes of the service refused with " + code;
    }

    @Override
    public void close() {
        server.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request =
                    Json.parse(exchange.getRequestBody().readAllBytes()).path("request");
            ObjectNode review =
                    Json.object().put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
            ObjectNode response = review.putObject("response");
            response.set("uid", request.path("uid"));
            boolean ofService = isOfService(request);
            boolean refuses = ofService && isRefused();
            if (ofService) {
                Pause.ofMillis(delayMillis());
            }
            response.put("allowed", !refuses);
            if (refuses) {
                response.putObject("status").put("code", code).put("message", "one write in so many is refused");
            }
            byte[] bytes = Json.bytes(review);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static boolean isOfService(JsonNode request) {
        return request.path("userInfo")
                .path("groups")
                .valueStream()
                .anyMatch(group -> group.asString("").equals(ACCOUNTS));
    }

    private synchronized long delayMillis() {
        return random.nextLong(longest.toMillis() + 1);
    }

    private synchronized boolean isRefused() {
        seen.incrementAndGet();
        boolean refuses = random.nextDouble() < share;
        if (refuses) {
            refused.incrementAndGet();
        }
        return refuses;
    }
}

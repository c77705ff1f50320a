package dev.turnstile.playground.endurance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.turnstile.embedded.api.LoopbackTls;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An admission webhook before whatever the services' accounts write about Kueue's objects: it refuses a share of it,
 * and takes its time with each.
 */
final class WriteFaults implements AutoCloseable {
    private static final String ACCOUNTS = "system:serviceaccounts:kueue-system";

    private final HttpsServer server;
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
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(LoopbackTls.context()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    /** Has a cluster ask it before each write of a Workload's or a queue's status. */
    void install(HttpApi api) {
        String authority =
                Base64.getEncoder().encodeToString(LoopbackTls.authority().getBytes(StandardCharsets.UTF_8));
        api.post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", Json.parse("""
            {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
             "metadata": {"name": "refusals"}, "webhooks": [{"name": "refusals.example.com", "sideEffects": "None",
             "admissionReviewVersions": ["v1"], "failurePolicy": "Fail",
             "clientConfig": {"url": "https://127.0.0.1:%d/", "caBundle": "%s"},
             "rules": [{"apiGroups": ["kueue.x-k8s.io"], "apiVersions": ["*"], "operations": ["CREATE", "UPDATE"],
              "resources": ["*/*"]}]}]}
            """.formatted(
                        server.getAddress().getPort(), authority)));
    }

    @Override
    public String toString() {
        return refused + " of " + seen + " writes of the service refused with " + code;
    }

    @Override
    public void close() {
        server.stop(0);
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

package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.client.HttpConnection;
import dev.turnstile.embedded.client.TlsTrust;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends an AdmissionReview to a webhook. Connections are kept for each certificate authority that webhooks trust. */
final class WebhookClient {

    private static final int DEFAULT_TIMEOUT_SECONDS = 10;

    private final Map<String, HttpConnection> connections = new ConcurrentHashMap<>();

    /** A webhook that could not be called, or returned an invalid response. */
    static final class WebhookCallException extends Exception {
        private static final long serialVersionUID = 1L;

        WebhookCallException(String message) {
            super(message);
        }
    }

    /** Calls the webhook; returns {@code response} of the AdmissionReview. */
    JsonNode call(JsonNode webhook, ObjectNode review) throws WebhookCallException {
        JsonNode target = webhook.path("clientConfig");
        String url = target.path("url").asString("");
        if (url.isEmpty()) {
            JsonNode service = target.path("service");
            throw new WebhookCallException(
                    "failed to call webhook: service \"" + service.path("name").asString("")
                            + "\" in namespace \"" + service.path("namespace").asString("")
                            + "\" has no network here; give the webhook a clientConfig.url");
        }
        int timeout = webhook.path("timeoutSeconds").asInt(DEFAULT_TIMEOUT_SECONDS);
        URI uri = URI.create(url + (url.indexOf('?') < 0 ? "?" : "&") + "timeout=" + timeout + "s");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(timeout))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, */*")
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(review)))
                .build();
        try {
            HttpResponse<byte[]> answer = connection(target.path("caBundle").asString(""))
                    .send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new WebhookCallException(
                        "failed to call webhook: the server responded with status code " + answer.statusCode());
            }
            JsonNode response = Json.read(answer.body()).path("response");
            String uid = review.path("request").path("uid").asString("");
            if (!response.isObject()) {
                throw new WebhookCallException("received invalid webhook response: webhook response was absent");
            }
            if (!response.path("uid").asString("").equals(uid)) {
                throw new WebhookCallException("received invalid webhook response: expected response.uid=\"" + uid
                        + "\", got \"" + response.path("uid").asString("") + "\"");
            }
            return response;
        } catch (IOException e) {
            throw new WebhookCallException("failed to call webhook: Post \"" + uri + "\": " + reason(e));
        } catch (JacksonException e) {
            throw new WebhookCallException("received invalid webhook response: " + e.getOriginalMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WebhookCallException("failed to call webhook: Post \"" + uri + "\": context canceled");
        }
    }

    private static String reason(IOException failure) {
        return failure instanceof HttpTimeoutException
                ? "context deadline exceeded"
                : failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    private HttpConnection connection(String caBundle) throws WebhookCallException {
        HttpConnection known = connections.get(caBundle);
        if (known != null) {
            return known;
        }
        try {
            HttpConnection made = new HttpConnection(
                    caBundle.isEmpty()
                            ? null
                            : TlsTrust.trusting(
                                    new String(Base64.getMimeDecoder().decode(caBundle), StandardCharsets.ISO_8859_1)));
            HttpConnection raced = connections.putIfAbsent(caBundle, made);
            return raced == null ? made : raced;
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new WebhookCallException(
                    "failed to call webhook: clientConfig.caBundle is not usable: " + e.getMessage());
        }
    }
}

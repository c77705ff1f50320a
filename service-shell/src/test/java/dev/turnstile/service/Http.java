package dev.turnstile.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a server on this machine. */
public final class Http {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /**
     * An answer.
     *
     * @param challenge the header WWW-Authenticate, or empty
     */
    public record Answer(int code, String text, String challenge) {}

    private Http() {}

    public static Answer get(int port, String path) {
        return send(request(port, path).build());
    }

    public static Answer get(int port, String path, String token) {
        return send(
                request(port, path).header("Authorization", "Bearer " + token).build());
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(20));
    }

    private static Answer send(HttpRequest request) {
        try {
            var response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("WWW-Authenticate").orElse(""));
        } catch (IOException e) {
            throw new UncheckedIOException("no answer from " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while asking " + request.uri(), e);
        }
    }
}

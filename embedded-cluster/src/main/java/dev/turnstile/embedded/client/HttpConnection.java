package dev.turnstile.embedded.client;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of this module: HTTP/1.1 connections, kept open, under one set of trusted authorities and client
 * certificates. {@link HttpApi} reaches Kubernetes APIs through it, admission reaches webhooks.
 */
public final class HttpConnection implements AutoCloseable {
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);
    private final HttpClient client;

    /** @param tls null for the authorities that the machine trusts */
    public HttpConnection(@Nullable SSLContext tls) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .connectTimeout(LONGEST_CONNECT);
        if (tls != null) {
            builder.sslContext(tls);
        }
        client = builder.build();
    }

    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return client.send(request, handler);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

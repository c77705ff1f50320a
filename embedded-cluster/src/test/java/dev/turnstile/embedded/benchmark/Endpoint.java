package dev.turnstile.embedded.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** One API server under load; whatever certificate it has is believed, since it is ours, on this machine. */
final class Endpoint implements AutoCloseable {
    private final HttpClient client;
    private final URI server;
    private final String token;

    Endpoint(URI server, String token) {
        this.server = server;
        this.token = token;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Believer()}, null);
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .sslContext(context)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no TLS on this JVM: " + e.getMessage(), e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).header("Authorization", "Bearer " + token);
    }

    byte[] send(String method, String path, String contentType, String body) throws IOException, InterruptedException {
        HttpRequest.BodyPublisher publisher =
                body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        HttpResponse<byte[]> response = client.send(
                request(path)
                        .header("Content-Type", contentType)
                        .method(method, publisher)
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() >= 300) {
            throw new IOException(method + " " + path + ": " + response.statusCode() + " "
                    + new String(response.body(), StandardCharsets.UTF_8));
        }
        return response.body();
    }

    InputStream open(String path) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                client.send(request(path).build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IOException("GET " + path + ": " + response.statusCode());
        }
        return response.body();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private static final class Believer extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

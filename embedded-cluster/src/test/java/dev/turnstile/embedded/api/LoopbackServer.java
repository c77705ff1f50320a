package dev.turnstile.embedded.api;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.turnstile.embedded.api.tls.TlsIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.Executors;

/** An HTTPS server on loopback with the certificate of this JVM's clusters, as webhooks of a test are. */
public final class LoopbackServer implements AutoCloseable {
    private final HttpsServer server;

    /** Starts a server on a free port; every request goes to that handler, on a virtual thread of its own. */
    public LoopbackServer(HttpHandler handler) {
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(TlsIdentity.shared().context()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", handler);
        server.start();
    }

    /** The {@code clientConfig} of a webhook that is served here, as JSON. */
    public String clientConfig(String path) {
        String authority = Base64.getEncoder()
                .encodeToString(TlsIdentity.shared().authority().getBytes(StandardCharsets.UTF_8));
        return "{\"url\": \"https://127.0.0.1:%d%s\", \"caBundle\": \"%s\"}"
                .formatted(server.getAddress().getPort(), path, authority);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

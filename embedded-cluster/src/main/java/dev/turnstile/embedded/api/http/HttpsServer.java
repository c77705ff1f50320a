package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.tls.TlsIdentity;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTPS socket on the loopback address: HTTP/1.1, a virtual thread for each request. */
final class HttpsServer implements AutoCloseable {
    private static final String REFERENCES = "org.eclipse.jetty.util.referencesPerCacheLine";
    private static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(5);

    static {
        // Jetty would query the JVM through JMX, which would have to be loaded for that.
        if (System.getProperty(REFERENCES) == null) {
            System.setProperty(REFERENCES, "16");
        }
    }

    private final Server server;
    private final ServerConnector connector;

    HttpsServer(int port) {
        QueuedThreadPool threads = new QueuedThreadPool(8, 2);
        threads.setName("embedded-api");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server = new Server(threads);
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setSslContext(TlsIdentity.shared().context());
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(64 * 1024);
        http.setOutputBufferSize(32 * 1024);
        connector = new ClosingConnector(
                server,
                new SslConnectionFactory(tls, HttpVersion.HTTP_1_1.asString()),
                new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.setAcceptQueueSize(1024);
        server.addConnector(connector);
        server.setStopTimeout(0);
    }

    void start(Handler handler) {
        server.setHandler(handler);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("the API cannot listen on 127.0.0.1:" + port() + ": " + e.getMessage(), e);
        }
        connector.setPort(connector.getLocalPort());
    }

    int port() {
        return connector.getPort();
    }

    void restart(Duration away) {
        leave();
        try {
            Thread.sleep(away);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        comeBack();
    }

    void leave() {
        try {
            connector.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the API on port " + port() + " did not go away: " + e.getMessage(), e);
        }
    }

    void comeBack() {
        try {
            connector.start();
        } catch (Exception e) {
            throw new IllegalStateException("the API did not come back on port " + port() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the API on port " + port() + " did not stop: " + e.getMessage(), e);
        }
    }
}

package dev.turnstile.worker.webhook;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.service.port.PortGuard;
import dev.turnstile.service.port.PortLimits;
import dev.turnstile.service.port.ServerTls;
import dev.turnstile.worker.certificate.Identity;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.KeyStore;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServer;

/**
 * HTTPS for the API server: the service's own Tomcat once more, on a port of its own and without a Spring context,
 * whose certificate can be exchanged while it runs.
 */
final class WebhookServer implements AutoCloseable {
    private static final String BUNDLE = "webhook";
    /** Of key stores in memory, which want one. */
    private static final String PASSWORD = "in memory";

    private final DefaultSslBundleRegistry bundles;
    private final SslOptions options;
    private final WebServer server;

    /** Listens from now on, with that certificate until another one is given. */
    WebhookServer(Configuration configuration, Identity identity, ReviewServlet reviews) {
        options = options(ServerTls.of(configuration.tls()));
        bundles = new DefaultSslBundleRegistry(BUNDLE, bundle(identity));
        TomcatServletWebServerFactory factory =
                new TomcatServletWebServerFactory(configuration.webhook().port());
        address(configuration.webhook().host(), factory);
        factory.setSslBundles(bundles);
        factory.setSsl(Ssl.forBundle(BUNDLE));
        factory.setRegisterDefaultServlet(false);
        PortGuard.of(factory, PortLimits.USUAL);
        factory.addConnectorCustomizers(connector -> {
            if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
                protocol.setExecutor(new VirtualThreadExecutor("webhook-"));
            }
        });
        server = factory.getWebServer(context -> {
            var servlet = context.addServlet("reviews", reviews);
            servlet.addMapping("/");
            servlet.setLoadOnStartup(1);
        });
        server.start();
    }

    private static void address(String host, TomcatServletWebServerFactory factory) {
        if (host.isEmpty()) {
            return;
        }
        try {
            factory.setAddress(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("webhook.host: no such host: " + host, e);
        }
    }

    private static SslOptions options(ServerTls tls) {
        return SslOptions.of(
                tls.ciphers().isEmpty() ? null : tls.ciphers().toArray(String[]::new),
                tls.protocols().toArray(String[]::new));
    }

    private SslBundle bundle(Identity identity) {
        KeyStore store = identity.keyStore(PASSWORD);
        return SslBundle.of(SslStoreBundle.of(store, PASSWORD, null), SslBundleKey.of(PASSWORD), options);
    }

    /** New connections see this certificate; those that are open go on. */
    void present(Identity identity) {
        bundles.updateBundle(BUNDLE, bundle(identity));
    }

    int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.stop();
        server.destroy();
    }
}

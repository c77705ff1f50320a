package dev.turnstile.service.extension;

import dev.turnstile.model.config.Tls;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.port.PortGuard;
import dev.turnstile.service.port.PortLimits;
import dev.turnstile.service.port.ServerTls;
import dev.turnstile.service.thread.Threads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.List;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import tools.jackson.databind.node.ObjectNode;

/**
 * HTTPS for the API server's aggregation layer: a Tomcat on a port of its own and without a Spring context. Listens as
 * soon as it has a certificate to show, which can be exchanged while it runs.
 */
public final class ExtensionServer implements AutoCloseable {
    private static final ApiResource CONFIG_MAP = new ApiResource("v1", "ConfigMap", "configmaps", true);
    private static final ObjectKey TRUST = new ObjectKey("kube-system", "extension-apiserver-authentication");

    private final ApiConnection connection;
    private final Threads threads;
    private final Store<ObjectNode> trust = new Store<>(CONFIG_MAP, object -> object);
    private final ServerTls tls;
    private final WebServer server;
    private volatile ClusterTrust trusted = ClusterTrust.NONE;
    private @Nullable AbstractHttp11Protocol<?> protocol;
    private @Nullable Reflector reflector;

    /**
     * Where it listens.
     *
     * @param address an IP address; empty for all
     * @param port 0 takes a free one
     */
    public record Binding(String address, int port, Tls tls) {}

    /**
     * What the server shows.
     *
     * @param keys a key store with one key
     */
    public record Certificate(KeyStore keys, String password) {}

    /** Listens from now on, with that certificate until another one is given. */
    public ExtensionServer(
            Binding binding,
            Certificate certificate,
            ExtensionApi api,
            ApiConnection connection,
            Threads threads,
            InstantSource clock) {
        this.connection = connection;
        this.threads = threads;
        this.tls = ServerTls.of(binding.tls());
        Reviews reviews = new Reviews(connection, clock);
        ExtensionServlet servlet =
                new ExtensionServlet(api, new Authentication(() -> trusted, reviews, clock), reviews);
        trust.listen((key, before, after) -> {
            if (key.equals(TRUST)) {
                trusted = after == null ? ClusterTrust.NONE : ClusterTrust.of(after.path("data"));
            }
        });
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(binding.port());
        address(binding.address(), factory);
        factory.setRegisterDefaultServlet(false);
        PortGuard.of(factory, PortLimits.USUAL);
        factory.addConnectorCustomizers(connector -> encrypt(connector, certificate));
        server = factory.getWebServer(context -> {
            var added = context.addServlet("extension", servlet);
            added.addMapping("/");
            added.setLoadOnStartup(1);
        });
        server.start();
    }

    private static void address(String address, TomcatServletWebServerFactory factory) {
        if (address.isEmpty()) {
            return;
        }
        try {
            factory.setAddress(InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("no such address: " + address, e);
        }
    }

    private void encrypt(Connector connector, Certificate certificate) {
        if (!(connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> own)) {
            throw new IllegalStateException("a port without HTTP/1.1: " + connector.getProtocolHandlerClassName());
        }
        protocol = own;
        own.setExecutor(new VirtualThreadExecutor("extension-"));
        own.setSSLEnabled(true);
        connector.setScheme("https");
        connector.setSecure(true);
        own.addSslHostConfig(shown(certificate), true);
    }

    private SSLHostConfig shown(Certificate certificate) {
        SSLHostConfig host = new SSLHostConfig();
        host.setProtocols(String.join("+", tls.protocols()));
        if (!tls.ciphers().isEmpty()) {
            host.setCiphers(String.join(",", tls.ciphers()));
        }
        host.setCertificateVerification("optional");
        host.setTrustManagerClassName(AnyClientCertificate.class.getName());
        SSLHostConfigCertificate own = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        own.setCertificateKeystore(certificate.keys());
        own.setCertificateKeystorePassword(certificate.password());
        host.addCertificate(own);
        return host;
    }

    /** Begins to read whom the cluster trusts. */
    public void start() {
        reflector = Reflector.start(connection, trust, TRUST, threads);
    }

    /** New connections see this certificate; those that are open go on. */
    public void present(Certificate certificate) {
        AbstractHttp11Protocol<?> own = protocol;
        if (own != null) {
            own.addSslHostConfig(shown(certificate), true);
        }
    }

    /** What keeps it from reading; empty where nothing does. */
    public List<String> problems() {
        Reflector running = reflector;
        return running == null ? List.of() : Reflector.problems(List.of(running));
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        Reflector running = reflector;
        if (running != null) {
            running.close();
        }
        server.stop();
        server.destroy();
    }
}

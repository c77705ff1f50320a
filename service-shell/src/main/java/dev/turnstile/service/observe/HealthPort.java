package dev.turnstile.service.observe;

import dev.turnstile.service.config.Options;
import dev.turnstile.service.port.GuardedProtocol;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.filter.OncePerRequestFilter;

/** A port of the management server on which nothing but health is answered, where the configuration wants one. */
final class HealthPort extends OncePerRequestFilter
        implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    private final EndpointPaths paths;
    private final ListeningPorts ports;
    private final @Nullable Connector connector;

    HealthPort(Environment environment, EndpointPaths paths, ListeningPorts ports) {
        this.paths = paths;
        this.ports = ports;
        var options = Options.of(environment);
        this.connector = options.value("health.port")
                .map(port -> connector(
                        Integer.parseInt(port), options.value("health.address").orElse("")))
                .orElse(null);
    }

    /** Before {@link GuardedPorts}, so that this port is guarded, too. */
    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        if (connector != null) {
            factory.addAdditionalConnectors(connector);
        }
    }

    @EventListener
    void onWebServer(WebServerInitializedEvent event) {
        if (connector != null) {
            ports.listening("health", connector.getLocalPort());
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (connector != null
                && request.getLocalPort() == connector.getLocalPort()
                && !paths.isHealth(request.getRequestURI())) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        chain.doFilter(request, response);
    }

    private static Connector connector(int port, String host) {
        var connector = new Connector(GuardedProtocol.class.getName());
        connector.setPort(port);
        if (!host.isEmpty() && connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
            try {
                protocol.setAddress(InetAddress.getByName(host));
            } catch (UnknownHostException e) {
                throw new IllegalStateException("health.healthProbeBindAddress: no such host: " + host, e);
            }
        }
        return connector;
    }
}

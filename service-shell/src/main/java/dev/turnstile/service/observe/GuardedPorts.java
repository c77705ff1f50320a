package dev.turnstile.service.observe;

import dev.turnstile.service.port.PortGuard;
import dev.turnstile.service.port.PortLimits;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** Puts a guard at every port of a server, after everybody else has added theirs. */
final class GuardedPorts implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        var guard = PortGuard.of(factory, PortLimits.USUAL);
        factory.getAdditionalConnectors().forEach(guard::keep);
    }
}

package dev.turnstile.service.config;

import dev.turnstile.model.config.BindAddress;
import dev.turnstile.model.config.Configuration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the management server listens, in Spring's names, from where the configuration wants metrics and probes.
 *
 * <p>One server answers both; probes get a port of their own only where both addresses are given and differ.
 */
final class ServerAddresses {

    /** Where probes ask, if that is not the management server: {@code HOST:PORT}. */
    static final String HEALTH_PORT = "health.port";

    static final String HEALTH_HOST = "health.address";

    private static final BindAddress USUAL = new BindAddress("", 8081, false);

    private ServerAddresses() {}

    static Map<String, Object> properties(Configuration configuration) {
        var metrics = address(configuration.metrics().bindAddress());
        var health = address(configuration.health().healthProbeBindAddress());
        var management = metrics.filter(address -> !address.off())
                .or(() -> health.filter(address -> !address.off()))
                .orElse(USUAL);
        var properties = new LinkedHashMap<String, Object>();
        properties.put("management.server.port", management.port());
        if (!management.host().isEmpty()) {
            properties.put("management.server.address", management.host());
        }
        if (metrics.isPresent() && metrics.get().off()) {
            properties.put("management.endpoint.prometheus.access", "none");
        }
        health.filter(address -> !address.off() && !address.equals(management)).ifPresent(address -> {
            properties.put(HEALTH_PORT, address.port());
            properties.put(HEALTH_HOST, address.host());
        });
        var names = configuration.health();
        properties.put(
                "management.endpoint.health.group.liveness.additional-path",
                "management:/" + names.livenessEndpointName());
        properties.put(
                "management.endpoint.health.group.readiness.additional-path",
                "management:/" + names.readinessEndpointName());
        return properties;
    }

    private static Optional<BindAddress> address(@Nullable String text) {
        return Optional.ofNullable(text).flatMap(BindAddress::parse);
    }
}

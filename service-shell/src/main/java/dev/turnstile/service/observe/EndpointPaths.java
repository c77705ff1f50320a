package dev.turnstile.service.observe;

import dev.turnstile.model.config.Health;
import java.util.Set;

/**
 * Which paths of the management server are for everybody.
 *
 * @param probes the paths of the two probes
 */
record EndpointPaths(Set<String> probes) {

    private static final String BASE = "/actuator";
    static final String METRICS = BASE + "/prometheus";
    static final String METRICS_ALIAS = "/metrics";

    static EndpointPaths of(Health health) {
        return new EndpointPaths(Set.of("/" + health.livenessEndpointName(), "/" + health.readinessEndpointName()));
    }

    boolean isHealth(String path) {
        return probes.contains(path) || path.equals(BASE + "/health") || path.startsWith(BASE + "/health/");
    }

    /** Whether nobody is asked who he is: health and metrics. */
    boolean isOpen(String path) {
        return isHealth(path) || path.equals(METRICS) || path.equals(METRICS_ALIAS);
    }
}

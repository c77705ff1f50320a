package dev.turnstile.service.observe;

import dev.turnstile.model.config.Health;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which paths of the management server are for everybody.
 *
 * @param probes the paths of the two probes
 */
record EndpointPaths(Set<String> probes) {

    private static final String BASE = "/actuator";
    // Only plain names below: a path that climbs out of here again is not health.
    private static final Pattern HEALTH = Pattern.compile(BASE + "/health(/[-_A-Za-z0-9]+)*");
    static final String METRICS = BASE + "/prometheus";
    static final String METRICS_ALIAS = "/metrics";

    static EndpointPaths of(Health health) {
        return new EndpointPaths(Set.of("/" + health.livenessEndpointName(), "/" + health.readinessEndpointName()));
    }

    boolean isHealth(String path) {
        return probes.contains(path) || HEALTH.matcher(path).matches();
    }

    /** Whether nobody is asked who he is: health and metrics. */
    boolean isOpen(String path) {
        return isHealth(path) || path.equals(METRICS) || path.equals(METRICS_ALIAS);
    }
}

package dev.turnstile.model.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Where probes ask. */
public record Health(
        @Nullable
        @Setting(
                value = "Address that probes ask; a port of its own where it differs from `metrics.bindAddress`.",
                form = TextForm.BIND_ADDRESS,
                otherwise = "the management server")
        String healthProbeBindAddress,

        @DefaultValue("readyz") @Setting(value = "Path of the readiness probe.", form = TextForm.PATH_SEGMENT)
        String readinessEndpointName,

        @DefaultValue("healthz") @Setting(value = "Path of the liveness probe.", form = TextForm.PATH_SEGMENT)
        String livenessEndpointName) {}

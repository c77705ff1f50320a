package dev.turnstile.model.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What is measured, and where it is served. */
public record Metrics(
        @Nullable
        @Setting(
                value = "Address of the management server, which serves `/metrics`; `0` switches metrics off.",
                form = TextForm.BIND_ADDRESS,
                otherwise = "that of `health.healthProbeBindAddress`, else `:8081`")
        String bindAddress,

        @DefaultValue("false")
        @Setting(value = "Whether quota and usage of each ClusterQueue become series.", reloadable = true)
        boolean enableClusterQueueResources,

        @DefaultValue @Setting("Series of LocalQueues.") LocalQueueMetrics localQueueMetrics) {}

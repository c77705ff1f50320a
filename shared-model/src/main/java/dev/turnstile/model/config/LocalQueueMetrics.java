package dev.turnstile.model.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Which LocalQueues have series of their own. */
public record LocalQueueMetrics(
        @DefaultValue("true") @Setting(value = "Whether LocalQueues have series of their own.", reloadable = true)
        boolean enable,

        @Nullable
        @Setting(value = "Which LocalQueues have them, by their labels.", reloadable = true, otherwise = "all")
        LabelSelector localQueueSelector) {}

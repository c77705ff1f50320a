package dev.turnstile.model.config;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How the incremental dispatcher goes on. */
public record IncrementalDispatcherConfig(
        @DefaultValue("3")
        @Setting(
                value = "How many clusters each round adds; only with the incremental dispatcher.",
                reloadable = true,
                min = 1,
                max = 20)
        int stepSize,

        @DefaultValue("5m")
        @Setting(
                value = "How long a round lasts before more clusters are added; only with the incremental dispatcher.",
                reloadable = true,
                atLeast = "1ms")
        Duration round) {}

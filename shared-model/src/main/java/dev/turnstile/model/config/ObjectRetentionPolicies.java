package dev.turnstile.model.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** When objects that are no longer needed are deleted. */
public record ObjectRetentionPolicies(
        @DefaultValue @Setting("When Workloads are deleted.")
        Workloads workloads) {

    /** When Workloads are deleted. */
    public record Workloads(
            @Nullable
            @Setting(
                    value = "How long after its end a Workload is deleted.",
                    reloadable = true,
                    atLeast = "0s",
                    otherwise = "never")
            Duration afterFinished,

            @Nullable
            @Setting(
                    value = "How long after the service deactivated it a Workload is deleted.",
                    reloadable = true,
                    atLeast = "0s",
                    otherwise = "never")
            Duration afterDeactivatedByKueue) {}
}

package dev.turnstile.model.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What happens to an admitted workload whose pods do not become ready. */
public record WaitForPodsReady(
        @DefaultValue("30m")
        @Setting(
                value = "An admitted workload whose pods are not ready after this time is evicted.",
                reloadable = true,
                atLeast = "0s",
                zeroIsUnset = true)
        Duration timeout,

        @Nullable
        @Setting(
                value = "The same for a workload that was ready once and lost a pod; `0s` switches it off.",
                reloadable = true,
                atLeast = "0s",
                otherwise = "the value of `timeout`")
        Duration recoveryTimeout,

        @DefaultValue("false")
        @Setting(
                value = "Whether nothing else is admitted until the pods of the last workload are ready.",
                reloadable = true)
        boolean blockAdmission,

        @DefaultValue @Setting("How an evicted workload comes back.")
        RequeuingStrategy requeuingStrategy) {

    /** How long a workload may go without a pod that it had, never missing. */
    public Duration recovery() {
        return recoveryTimeout == null ? timeout : recoveryTimeout;
    }
}

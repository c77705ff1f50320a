package dev.turnstile.model.config;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Which of several replicas acts. */
public record LeaderElection(
        @DefaultValue("true") @Setting("Whether replicas agree by a Lease on who acts; without it every replica acts.")
        boolean leaderElect,

        @DefaultValue("15s")
        @Setting(
                value = "How long the others wait for a leader that no longer renews its Lease.",
                atLeast = "1s",
                zeroIsUnset = true)
        Duration leaseDuration,

        @DefaultValue("10s")
        @Setting(
                value = "How long a leader tries to renew before it stops to lead; shorter than `leaseDuration`.",
                atLeast = "1ms",
                zeroIsUnset = true)
        Duration renewDeadline,

        @DefaultValue("2s")
        @Setting(
                value = "Time between attempts; 1.2 times it is shorter than `renewDeadline`.",
                atLeast = "1ms",
                zeroIsUnset = true)
        Duration retryPeriod,

        @DefaultValue("c1f6bfd2.kueue.x-k8s.io")
        @Setting(value = "Name of the Lease; the manager-service appends `-manager`.", form = TextForm.DNS_SUBDOMAIN)
        String resourceName,

        @DefaultValue("")
        @Setting(value = "Namespace of the Lease.", form = TextForm.NAMESPACE, otherwise = "the value of `namespace`")
        String resourceNamespace) {}

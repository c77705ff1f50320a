package dev.turnstile.model.config;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How a manager cluster hands workloads to worker clusters. */
public record MultiKueue(
        @DefaultValue("1m")
        @Setting(
                value = "Time between two searches for remote objects whose local one is gone; `0s` switches it off.",
                reloadable = true,
                atLeast = "0s")
        Duration gcInterval,

        @DefaultValue("multikueue")
        @Setting(value = "Label value that marks remote objects as this manager's.", form = TextForm.LABEL_VALUE)
        String origin,

        @DefaultValue("/etc/multikueue/kubeconfigs")
        @Setting(
                value = "The folder below which `locationType: Path` of a MultiKueueCluster may name files.",
                form = TextForm.FOLDER)
        String kubeconfigFolder,

        @DefaultValue("15m")
        @Setting(
                value = "How long the winning cluster may be unreachable before the workload goes elsewhere.",
                reloadable = true,
                atLeast = "0s")
        Duration workerLostTimeout,

        @DefaultValue(MultiKueue.ALL_AT_ONCE)
        @Setting(
                value = "Who nominates clusters: `" + MultiKueue.ALL_AT_ONCE + "`, `" + MultiKueue.INCREMENTAL
                        + "`, or a controller of your own.",
                form = TextForm.DISPATCHER)
        String dispatcherName,

        @DefaultValue @Setting("How the incremental dispatcher goes on.")
        IncrementalDispatcherConfig incrementalDispatcherConfig,

        @DefaultValue("5m")
        @Setting(
                value = "KEP-8303: how long one cluster may try to preempt before the next one may.",
                reloadable = true,
                atLeast = "1ms")
        Duration singleClusterPreemptionTimeout,

        @DefaultValue("30s")
        @Setting(
                value = "`MultiKueuePreferNonPreempting`: how long a cluster that needs no preemption is waited for."
                        + " The incremental dispatcher tries the next clusters meanwhile.",
                reloadable = true,
                atLeast = "0s")
        Duration nonPreemptingGracePeriod) {

    /** The dispatcher that nominates every cluster. */
    public static final String ALL_AT_ONCE = "kueue.x-k8s.io/multikueue-dispatcher-all-at-once";

    /** The dispatcher that nominates a few clusters, then a few more. */
    public static final String INCREMENTAL = "kueue.x-k8s.io/multikueue-dispatcher-incremental";
}

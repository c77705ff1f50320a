package dev.turnstile.worker.workload;

import dev.turnstile.core.lifecycle.Circumstances.PodsReadyLimit;
import dev.turnstile.core.lifecycle.RequeuingBackoff;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.RequeuingStrategy;
import dev.turnstile.model.feature.Feature;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What the configuration says about the lives of Workloads; asked each time, since it may change while running. */
public final class LifecycleRules {
    private final Supplier<Configuration> configuration;
    private final boolean preemptionGates;

    /** The rules of the configuration that holds when they are asked. */
    public LifecycleRules(Supplier<Configuration> configuration) {
        this.configuration = configuration;
        this.preemptionGates = configuration.get().features().enabled(Feature.MULTI_KUEUE_ORCHESTRATED_PREEMPTION);
    }

    /** How long an admitted Workload may be without its pods. */
    public PodsReadyLimit podsReady() {
        var rules = configuration.get().waitForPodsReady();
        RequeuingStrategy strategy = rules.requeuingStrategy();
        return new PodsReadyLimit(
                rules.timeout(),
                Optional.of(rules.recovery()).filter(recovery -> !recovery.isZero()),
                new RequeuingBackoff(
                        Duration.ofSeconds(strategy.backoffBaseSeconds()),
                        Duration.ofSeconds(strategy.backoffMaxSeconds()),
                        Optional.ofNullable(strategy.backoffLimitCount())));
    }

    /** Whether nothing else is admitted while an admitted Workload is without its pods. */
    public boolean blockAdmission() {
        return configuration.get().waitForPodsReady().blockAdmission();
    }

    /** Whether gates hold preemption back; else they mean nothing. */
    public boolean preemptionGates() {
        return preemptionGates;
    }

    /** How long a finished Workload is kept. */
    public Optional<Duration> keepFinished() {
        return Optional.ofNullable(
                configuration.get().objectRetentionPolicies().workloads().afterFinished());
    }

    /** How long the job of a Workload that was deactivated for cause is kept; empty where that is not limited. */
    public Optional<Duration> keepDeactivated() {
        return Optional.ofNullable(
                configuration.get().objectRetentionPolicies().workloads().afterDeactivatedByKueue());
    }
}

package dev.turnstile.worker;

import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.fairsharing.PreemptionStrategy;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.FairSharing;
import dev.turnstile.model.config.RequeuingStrategy.Timestamp;
import dev.turnstile.model.feature.Feature;
import dev.turnstile.model.feature.FeatureSwitches;
import java.util.List;

/** The scheduling options of a configuration. */
final class WorkerOptions {
    private WorkerOptions() {}

    static SchedulingOptions scheduling(Configuration configuration, WorkerSettings settings) {
        FeatureSwitches features = configuration.features();
        FairSharing fairSharing = configuration.fairSharing();
        return SchedulingOptions.DEFAULT
                .with(Rule.FAIR_SHARING, fairSharing != null)
                .with(Rule.PREEMPTION_GATES, features.enabled(Feature.MULTI_KUEUE_ORCHESTRATED_PREEMPTION))
                .with(Rule.ADMISSION_CONSTRAINTS, features.enabled(Feature.WORKLOAD_ADMISSION_CONSTRAINTS))
                .with(Rule.PREEMPTOR_PRIORITY, features.enabled(Feature.PRIORITIZE_PREEMPTOR_WORKLOADS))
                .with(fairSharing == null ? List.of() : strategies(fairSharing))
                .with(
                        configuration.waitForPodsReady().requeuingStrategy().timestamp() == Timestamp.CREATION
                                ? QueueOrder.BY_CREATION
                                : QueueOrder.BY_EVICTION)
                .withMinimumRuntime(settings.minimumRuntime());
    }

    private static List<PreemptionStrategy> strategies(FairSharing fairSharing) {
        return fairSharing.preemptionStrategies().stream()
                .map(strategy -> switch (strategy) {
                    case LESS_THAN_OR_EQUAL_TO_FINAL_SHARE -> PreemptionStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE;
                    case LESS_THAN_INITIAL_SHARE -> PreemptionStrategy.LESS_THAN_INITIAL_SHARE;
                })
                .toList();
    }
}

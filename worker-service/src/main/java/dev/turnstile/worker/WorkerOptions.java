package dev.turnstile.worker;

import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.fairsharing.PreemptionStrategy;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.FairSharing;
import dev.turnstile.model.config.RequeuingStrategy.Timestamp;
import dev.turnstile.model.feature.Feature;
import dev.turnstile.model.feature.FeatureSwitches;
import java.util.List;

/** What the configuration file says, for those who do the work. */
final class WorkerOptions {
    private WorkerOptions() {}

    static SchedulingOptions scheduling(Configuration configuration) {
        FeatureSwitches features = configuration.features();
        FairSharing fairSharing = configuration.fairSharing();
        return new SchedulingOptions(
                fairSharing != null,
                fairSharing == null ? List.of() : strategies(fairSharing),
                configuration.waitForPodsReady().requeuingStrategy().timestamp() == Timestamp.CREATION
                        ? QueueOrder.BY_CREATION
                        : QueueOrder.BY_EVICTION,
                true,
                features.enabled(Feature.MULTI_KUEUE_ORCHESTRATED_PREEMPTION),
                features.enabled(Feature.WORKLOAD_ADMISSION_CONSTRAINTS),
                true,
                features.enabled(Feature.PRIORITIZE_PREEMPTOR_WORKLOADS));
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

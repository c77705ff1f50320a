package dev.turnstile.core.cycle;

import dev.turnstile.core.fairsharing.PreemptionStrategy;
import dev.turnstile.core.workload.QueueOrder;
import java.util.List;

/**
 * What the configuration and the feature switches say about scheduling.
 *
 * @param preemptionGates whether closed preemption gates hold preemption back
 * @param admissionConstraints whether workloads' own constraints count
 * @param equivalence whether one workload proved hopeless answers for its equals
 * @param preemptorPriority whether freed room is offered to the workload that preempted for it before others of its
 *     tree
 */
public record SchedulingOptions(
        boolean fairSharing,
        List<PreemptionStrategy> preemptionStrategies,
        QueueOrder queueOrder,
        boolean partialAdmission,
        boolean preemptionGates,
        boolean admissionConstraints,
        boolean equivalence,
        boolean preemptorPriority) {
    public static final SchedulingOptions DEFAULT =
            new SchedulingOptions(false, List.of(), QueueOrder.BY_EVICTION, true, true, true, true, true);

    public SchedulingOptions {
        preemptionStrategies = List.copyOf(preemptionStrategies);
    }

    public SchedulingOptions withFairSharing(boolean on) {
        return new SchedulingOptions(
                on,
                preemptionStrategies,
                queueOrder,
                partialAdmission,
                preemptionGates,
                admissionConstraints,
                equivalence,
                preemptorPriority);
    }

    public SchedulingOptions withEquivalence(boolean on) {
        return new SchedulingOptions(
                fairSharing,
                preemptionStrategies,
                queueOrder,
                partialAdmission,
                preemptionGates,
                admissionConstraints,
                on,
                preemptorPriority);
    }

    public SchedulingOptions withPreemptorPriority(boolean on) {
        return new SchedulingOptions(
                fairSharing,
                preemptionStrategies,
                queueOrder,
                partialAdmission,
                preemptionGates,
                admissionConstraints,
                equivalence,
                on);
    }
}

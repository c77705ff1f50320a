package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a Workload asks for.
 *
 * @param podSets groups of like pods; at least one
 * @param queueName the LocalQueue that it waits in
 * @param priorityClassRef where the priority came from
 * @param priority higher comes first; none: 0
 * @param active false: it may neither run nor wait
 * @param maximumExecutionTimeSeconds how long it may run before it is deactivated; none: no limit
 * @param preemptionGates all of these must be open before it may preempt (KEP-8303)
 * @param admissionConstraints what it may not do to get in (KEP-8729)
 */
public record WorkloadSpec(
        @ListMapKeys("name") List<PodSet> podSets,
        @Nullable String queueName,
        @Nullable PriorityClassRef priorityClassRef,
        @Nullable Integer priority,
        Boolean active,
        @Nullable Integer maximumExecutionTimeSeconds,
        @ListMapKeys("name") List<PreemptionGate> preemptionGates,
        @Nullable AdmissionConstraints admissionConstraints) {
    /** Nothing asked for, as in an object without a spec. */
    public static final WorkloadSpec EMPTY = new WorkloadSpec(List.of(), null, null, null, true, null, List.of(), null);

    /** Fills in what the JSON left out. */
    public WorkloadSpec {
        podSets = Absent.list(podSets);
        active = Absent.orElse(active, true);
        preemptionGates = Absent.list(preemptionGates);
    }

    /** The same with other pod sets. */
    public WorkloadSpec withPodSets(List<PodSet> newPodSets) {
        return new WorkloadSpec(
                newPodSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /** The same in another queue, or in none. */
    public WorkloadSpec withQueueName(@Nullable String newQueueName) {
        return new WorkloadSpec(
                podSets,
                newQueueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /** The same with another priority. */
    public WorkloadSpec withPriority(@Nullable Integer newPriority, @Nullable PriorityClassRef newPriorityClassRef) {
        return new WorkloadSpec(
                podSets,
                queueName,
                newPriorityClassRef,
                newPriority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /** The same, active or not. */
    public WorkloadSpec withActive(boolean newActive) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                newActive,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /** The same with another time limit, or with none. */
    public WorkloadSpec withMaximumExecutionTimeSeconds(@Nullable Integer newMaximumExecutionTimeSeconds) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                newMaximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /** The same behind other gates. */
    public WorkloadSpec withPreemptionGates(List<PreemptionGate> newPreemptionGates) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                newPreemptionGates,
                admissionConstraints);
    }

    /** The same under other constraints, or under none. */
    public WorkloadSpec withAdmissionConstraints(@Nullable AdmissionConstraints newAdmissionConstraints) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                newAdmissionConstraints);
    }
}

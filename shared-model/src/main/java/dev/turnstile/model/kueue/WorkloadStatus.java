package dev.turnstile.model.kueue;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a Workload got. {@code dev.turnstile.model.condition} says what the conditions mean.
 *
 * @param conditions what holds, since when and why
 * @param admission the quota that is reserved; none: no quota
 * @param requeueState how often it was put back, and until when it stays away
 * @param reclaimablePods pods that are done and need their quota no more
 * @param admissionChecks the state of each check of its ClusterQueue
 * @param resourceRequests what each pod set requests in all, while no quota is reserved
 * @param accumulatedPastExecutionTimeSeconds how long it ran in earlier admissions
 * @param schedulingStats how often it was evicted, and why
 * @param nominatedClusterNames the worker clusters that it is offered to
 * @param clusterName the worker cluster that runs it
 * @param preemptionGates the state of each gate; one of spec without a state counts as closed
 */
public record WorkloadStatus(
        @ListMapKeys("type") List<Condition> conditions,
        @Nullable Admission admission,
        @Nullable RequeueState requeueState,
        @ListMapKeys("name") List<ReclaimablePod> reclaimablePods,
        @ListMapKeys("name") List<AdmissionCheckState> admissionChecks,
        @ListMapKeys("name") List<PodSetRequest> resourceRequests,
        @Nullable Integer accumulatedPastExecutionTimeSeconds,
        @Nullable SchedulingStats schedulingStats,
        List<String> nominatedClusterNames,
        @Nullable String clusterName,
        @ListMapKeys("name") List<PreemptionGateState> preemptionGates) {
    /** Nobody has looked at it yet. */
    public static final WorkloadStatus EMPTY = new WorkloadStatus(
            List.of(), null, null, List.of(), List.of(), List.of(), null, null, List.of(), null, List.of());

    /** Fills in what the JSON left out. */
    public WorkloadStatus {
        conditions = Absent.list(conditions);
        reclaimablePods = Absent.list(reclaimablePods);
        admissionChecks = Absent.list(admissionChecks);
        resourceRequests = Absent.list(resourceRequests);
        nominatedClusterNames = Absent.list(nominatedClusterNames);
        preemptionGates = Absent.list(preemptionGates);
    }

    /** Since when it holds quota; a condition without an admission says nothing of how much, and counts for nothing. */
    public Optional<Instant> reservedSince() {
        return admission == null ? Optional.empty() : since(ConditionType.QUOTA_RESERVED);
    }

    /** Whether it holds quota. */
    public boolean quotaReserved() {
        return reservedSince().isPresent();
    }

    /** Since when it may run: it holds quota and every check is ready. */
    public Optional<Instant> admittedSince() {
        return quotaReserved() ? since(ConditionType.ADMITTED) : Optional.empty();
    }

    /** Whether it may run. */
    public boolean admitted() {
        return admittedSince().isPresent();
    }

    private Optional<Instant> since(ConditionType type) {
        return Conditions.find(conditions, type).filter(Condition::holds).map(Condition::lastTransitionTime);
    }

    /** Whether it must give its quota back, or has and did not get any again. */
    public boolean evicted() {
        return Conditions.isTrue(conditions, ConditionType.EVICTED);
    }

    /** Whether it is over. */
    public boolean finished() {
        return Conditions.isTrue(conditions, ConditionType.FINISHED);
    }

    /** Whether it signals that it would preempt but for its gates. */
    public boolean preemptionBlocked() {
        return Conditions.isTrue(conditions, ConditionType.PREEMPTION_BLOCKED);
    }

    /** A copy to change field by field. */
    public WorkloadStatusBuilder toBuilder() {
        return new WorkloadStatusBuilder(this);
    }

    /** The same with other conditions. */
    public WorkloadStatus withConditions(List<Condition> newConditions) {
        return toBuilder().conditions(newConditions).build();
    }
}

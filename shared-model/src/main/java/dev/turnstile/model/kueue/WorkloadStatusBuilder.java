package dev.turnstile.model.kueue;

import dev.turnstile.model.condition.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link WorkloadStatus} in the making: starts from one and changes some of its fields. */
public final class WorkloadStatusBuilder {
    private List<Condition> conditions;
    private @Nullable Admission admission;
    private @Nullable RequeueState requeueState;
    private List<ReclaimablePod> reclaimablePods;
    private List<AdmissionCheckState> admissionChecks;
    private List<PodSetRequest> resourceRequests;
    private @Nullable Integer accumulatedPastExecutionTimeSeconds;
    private @Nullable SchedulingStats schedulingStats;
    private List<String> nominatedClusterNames;
    private @Nullable String clusterName;
    private List<PreemptionGateState> preemptionGates;

    WorkloadStatusBuilder(WorkloadStatus start) {
        conditions = start.conditions();
        admission = start.admission();
        requeueState = start.requeueState();
        reclaimablePods = start.reclaimablePods();
        admissionChecks = start.admissionChecks();
        resourceRequests = start.resourceRequests();
        accumulatedPastExecutionTimeSeconds = start.accumulatedPastExecutionTimeSeconds();
        schedulingStats = start.schedulingStats();
        nominatedClusterNames = start.nominatedClusterNames();
        clusterName = start.clusterName();
        preemptionGates = start.preemptionGates();
    }

    /** Replaces all conditions. */
    public WorkloadStatusBuilder conditions(List<Condition> value) {
        conditions = value;
        return this;
    }

    /** Replaces or takes back the reserved quota. */
    public WorkloadStatusBuilder admission(@Nullable Admission value) {
        admission = value;
        return this;
    }

    /** Replaces or forgets the state of re-queuing. */
    public WorkloadStatusBuilder requeueState(@Nullable RequeueState value) {
        requeueState = value;
        return this;
    }

    /** Replaces the pods whose quota is needed no more. */
    public WorkloadStatusBuilder reclaimablePods(List<ReclaimablePod> value) {
        reclaimablePods = value;
        return this;
    }

    /** Replaces the states of all checks. */
    public WorkloadStatusBuilder admissionChecks(List<AdmissionCheckState> value) {
        admissionChecks = value;
        return this;
    }

    /** Replaces the requests of all pod sets. */
    public WorkloadStatusBuilder resourceRequests(List<PodSetRequest> value) {
        resourceRequests = value;
        return this;
    }

    /** Replaces or forgets the time spent running in earlier admissions. */
    public WorkloadStatusBuilder accumulatedPastExecutionTimeSeconds(@Nullable Integer value) {
        accumulatedPastExecutionTimeSeconds = value;
        return this;
    }

    /** Replaces or forgets the counts of evictions. */
    public WorkloadStatusBuilder schedulingStats(@Nullable SchedulingStats value) {
        schedulingStats = value;
        return this;
    }

    /** Replaces the worker clusters that it is offered to. */
    public WorkloadStatusBuilder nominatedClusterNames(List<String> value) {
        nominatedClusterNames = value;
        return this;
    }

    /** Names the worker cluster that runs it, or none. */
    public WorkloadStatusBuilder clusterName(@Nullable String value) {
        clusterName = value;
        return this;
    }

    /** Replaces the states of all gates. */
    public WorkloadStatusBuilder preemptionGates(List<PreemptionGateState> value) {
        preemptionGates = value;
        return this;
    }

    /** The status as it is now. */
    public WorkloadStatus build() {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                preemptionGates);
    }
}

package dev.turnstile.worker.inbound;

import dev.turnstile.core.lifecycle.Check;
import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.core.lifecycle.WorkloadState;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.RequeueState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A Workload as the core's life cycle sees it, and the status that a transition leads to. */
public final class Lifecycles {
    private Lifecycles() {}

    /** The state that a Workload is in. */
    public static WorkloadState state(Workload workload) {
        WorkloadStatus status = workload.status();
        Map<ConditionType, dev.turnstile.core.lifecycle.Condition> conditions = new EnumMap<>(ConditionType.class);
        for (ConditionType type : WorkloadState.CONDITIONS) {
            Conditions.find(status.conditions(), type)
                    .ifPresent(condition -> conditions.put(
                            type,
                            new dev.turnstile.core.lifecycle.Condition(
                                    condition.holds(),
                                    condition.reason(),
                                    Message.of(condition.message()),
                                    condition.lastTransitionTime())));
        }
        Admission admission = status.admission();
        RequeueState requeue = status.requeueState();
        Integer executed = status.accumulatedPastExecutionTimeSeconds();
        return new WorkloadState(
                Workloads.key(workload).toString(),
                workload.spec().active(),
                conditions,
                admission == null
                        ? Optional.empty()
                        : Optional.of(Objects.requireNonNullElse(admission.clusterQueue(), "")),
                status.admissionChecks().stream().map(Lifecycles::check).toList(),
                status.preemptionGates().stream()
                        .map(gate -> new dev.turnstile.core.lifecycle.GateState(
                                gate.name(), gate.state() == GateState.OPEN, gate.lastTransitionTime()))
                        .toList(),
                requeue == null || requeue.count() == null ? 0 : requeue.count(),
                Optional.ofNullable(requeue == null ? null : requeue.requeueAt()),
                Duration.ofSeconds(executed == null ? 0 : executed));
    }

    /** A check of a Workload. */
    public static Check check(AdmissionCheckState check) {
        Integer retries = check.retryCount();
        return new Check(
                check.name(), state(check.state()), Message.of(check.message()), retries == null ? 0 : retries);
    }

    /** What the controllers of its checks say, as events. */
    public static List<WorkloadEvent.CheckAnswered> answers(Workload workload) {
        return workload.status().admissionChecks().stream()
                .map(check -> new WorkloadEvent.CheckAnswered(
                        check.name(),
                        state(check.state()),
                        Message.of(check.message()),
                        Optional.ofNullable(check.requeueAfterSeconds()).map(Duration::ofSeconds)))
                .toList();
    }

    private static CheckState state(dev.turnstile.model.kueue.CheckState state) {
        return switch (state) {
            case PENDING -> CheckState.PENDING;
            case READY -> CheckState.READY;
            case RETRY -> CheckState.RETRY;
            case REJECTED -> CheckState.REJECTED;
        };
    }

    /** Why a Workload waits, where a condition says so. */
    public static Optional<Wait> waits(Workload workload) {
        return Conditions.find(workload.status().conditions(), ConditionType.QUOTA_RESERVED)
                .filter(condition -> !condition.holds())
                .map(condition -> StoredWait.parse(condition.reason(), Message.of(condition.message())));
    }
}

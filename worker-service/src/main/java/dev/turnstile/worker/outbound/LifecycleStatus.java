package dev.turnstile.worker.outbound;

import dev.turnstile.core.lifecycle.Check;
import dev.turnstile.core.lifecycle.Effect;
import dev.turnstile.core.lifecycle.StatusChange;
import dev.turnstile.core.lifecycle.Transition;
import dev.turnstile.core.lifecycle.WorkloadState;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.EvictionCount;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PreemptionGateState;
import dev.turnstile.model.kueue.RequeueState;
import dev.turnstile.model.kueue.SchedulingStats;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.kueue.WorkloadStatusBuilder;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.inbound.Lifecycles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the core's {@code Lifecycle} decided, as the status that is written. */
final class LifecycleStatus {
    private LifecycleStatus() {}

    /** The status after a transition; what did not change in words stays as it was written. */
    static WorkloadStatus of(Workload workload, Transition.Legal transition, Instant now) {
        WorkloadStatus before = workload.status();
        WorkloadState after = transition.state();
        WorkloadStatusBuilder status = before.toBuilder()
                .conditions(conditions(workload, after))
                .admissionChecks(after.checks().stream()
                        .map(check -> check(before.admissionChecks(), check, now))
                        .toList())
                .preemptionGates(after.gates().stream()
                        .map(gate -> new PreemptionGateState(
                                gate.name(), gate.open() ? GateState.OPEN : GateState.CLOSED, gate.since()))
                        .toList())
                .requeueState(requeueState(after))
                .schedulingStats(stats(before, transition.effects()));
        if (after.clusterQueue().isEmpty()) {
            status.admission(null);
        }
        Integer executed = before.accumulatedPastExecutionTimeSeconds();
        int seconds = (int) Math.min(Integer.MAX_VALUE, after.executed().toSeconds());
        if (seconds != (executed == null ? 0 : executed)) {
            status.accumulatedPastExecutionTimeSeconds(seconds == 0 ? null : seconds);
        }
        return status.build();
    }

    private static dev.turnstile.model.kueue.CheckState state(CheckState state) {
        return switch (state) {
            case PENDING -> dev.turnstile.model.kueue.CheckState.PENDING;
            case READY -> dev.turnstile.model.kueue.CheckState.READY;
            case RETRY -> dev.turnstile.model.kueue.CheckState.RETRY;
            case REJECTED -> dev.turnstile.model.kueue.CheckState.REJECTED;
        };
    }

    private static List<Condition> conditions(Workload workload, WorkloadState after) {
        List<Condition> conditions = workload.status().conditions();
        for (ConditionType type : WorkloadState.CONDITIONS) {
            Optional<dev.turnstile.core.lifecycle.Condition> wanted = after.condition(type);
            conditions = wanted.isEmpty()
                    ? Conditions.remove(conditions, type)
                    : said(
                            conditions,
                            type,
                            new Condition(
                                    type,
                                    ConditionStatus.of(wanted.get().status()),
                                    workload.metadata().getGeneration(),
                                    wanted.get().since(),
                                    wanted.get().reason(),
                                    wanted.get().message().text()));
        }
        return conditions;
    }

    /** What was said of an earlier generation and still holds is not said again. */
    private static List<Condition> said(List<Condition> conditions, ConditionType type, Condition wanted) {
        return Conditions.find(conditions, type)
                        .filter(old -> old.saysTheSameAs(wanted))
                        .isPresent()
                ? conditions
                : Conditions.set(conditions, wanted);
    }

    /** A check that changed says nothing of pods any more; the delay that its controller asked for stays to be read. */
    private static AdmissionCheckState check(List<AdmissionCheckState> before, Check wanted, Instant now) {
        AdmissionCheckState old = before.stream()
                .filter(check -> check.name().equals(wanted.name()))
                .findFirst()
                .orElse(null);
        if (old != null && Lifecycles.check(old).equals(wanted)) {
            return old;
        }
        return new AdmissionCheckState(
                wanted.name(),
                state(wanted.state()),
                now,
                wanted.message().text(),
                old == null ? null : old.requeueAfterSeconds(),
                wanted.retryCount() == 0 ? null : Integer.valueOf(wanted.retryCount()),
                List.of());
    }

    private static @Nullable RequeueState requeueState(WorkloadState after) {
        return after.requeueCount() == 0 && after.requeueAt().isEmpty()
                ? null
                : new RequeueState(
                        after.requeueCount() == 0 ? null : Integer.valueOf(after.requeueCount()),
                        after.requeueAt().orElse(null));
    }

    private static @Nullable SchedulingStats stats(WorkloadStatus before, List<Effect> effects) {
        SchedulingStats stats = before.schedulingStats();
        for (Effect effect : effects) {
            if (effect instanceof Effect.PatchStatus(List<StatusChange> changes)) {
                for (StatusChange change : changes) {
                    if (change instanceof StatusChange.CountEviction(String reason, String cause)) {
                        stats = counted(stats, reason, cause);
                    }
                }
            }
        }
        return stats;
    }

    private static SchedulingStats counted(@Nullable SchedulingStats old, String reason, String cause) {
        List<EvictionCount> counts = new ArrayList<>();
        boolean found = false;
        for (EvictionCount count : old == null ? List.<EvictionCount>of() : old.evictions()) {
            boolean same =
                    count.reason().equals(reason) && count.underlyingCause().equals(cause);
            counts.add(same ? new EvictionCount(reason, cause, count.count() + 1) : count);
            found |= same;
        }
        if (!found) {
            counts.add(new EvictionCount(reason, cause, 1));
        }
        return new SchedulingStats(counts);
    }
}

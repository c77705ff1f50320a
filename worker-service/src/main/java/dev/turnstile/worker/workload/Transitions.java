package dev.turnstile.worker.workload;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.ConditionTypes;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.condition.EvictionReasons;
import dev.turnstile.model.condition.WaitReasons;
import dev.turnstile.model.condition.WorkloadReasons;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.CheckState;
import dev.turnstile.model.kueue.EvictionCount;
import dev.turnstile.model.kueue.PodSetRequest;
import dev.turnstile.model.kueue.SchedulingStats;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.kueue.WorkloadStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the status of a Workload is after something happened to it. Pure; the messages are those that users know. */
public final class Transitions {
    private static final String NO_RESERVATION = "The workload has no reservation";
    private static final String ADMITTED = "The workload is admitted";
    private static final String PREVIOUSLY = "Previously: ";

    private Transitions() {}

    /** Quota is held; where no check is left to wait for, it is admitted in the same breath. */
    public static WorkloadStatus reserved(
            Workload workload, Admission admission, List<AdmissionCheckState> checks, Instant now) {
        WorkloadStatus status = workload.status();
        List<Condition> conditions = status.conditions();
        conditions = set(
                workload,
                conditions,
                ConditionTypes.QUOTA_RESERVED,
                true,
                WorkloadReasons.QUOTA_RESERVED,
                "Quota reserved in ClusterQueue " + admission.clusterQueue(),
                now);
        for (String ended :
                List.of(ConditionTypes.EVICTED, ConditionTypes.PREEMPTED, ConditionTypes.PREEMPTION_BLOCKED)) {
            conditions = end(workload, conditions, ended, WorkloadReasons.QUOTA_RESERVED, now);
        }
        boolean ready = checks.stream().allMatch(check -> check.state() == CheckState.READY);
        if (ready) {
            conditions =
                    set(workload, conditions, ConditionTypes.ADMITTED, true, WorkloadReasons.ADMITTED, ADMITTED, now);
        }
        return status.toBuilder()
                .conditions(conditions)
                .admission(admission)
                .admissionChecks(checks)
                .resourceRequests(List.of())
                .build();
    }

    private static List<Condition> end(
            Workload workload, List<Condition> conditions, String type, String reason, Instant now) {
        return Conditions.find(conditions, type)
                .filter(Condition::holds)
                .map(old -> set(workload, conditions, type, false, reason, PREVIOUSLY + old.message(), now))
                .orElse(conditions);
    }

    /** All checks are ready by now. */
    public static WorkloadStatus admitted(Workload workload, Instant now) {
        return workload.status()
                .withConditions(set(
                        workload,
                        workload.status().conditions(),
                        ConditionTypes.ADMITTED,
                        true,
                        WorkloadReasons.ADMITTED,
                        ADMITTED,
                        now));
    }

    /** It waits, and why. */
    public static WorkloadStatus waiting(
            Workload workload, String reason, String message, List<PodSetRequest> requests, Instant now) {
        return withoutQuota(workload, workload.status().toBuilder().resourceRequests(requests), reason, message, now)
                .build();
    }

    /** It waits outside of any queue, and why; what it requests was not looked at. */
    public static WorkloadStatus aside(Workload workload, String reason, String message, Instant now) {
        return withoutQuota(workload, workload.status().toBuilder(), reason, message, now)
                .build();
    }

    private static WorkloadStatusBuilder withoutQuota(
            Workload workload, WorkloadStatusBuilder status, String reason, String message, Instant now) {
        List<Condition> conditions = set(
                workload, workload.status().conditions(), ConditionTypes.QUOTA_RESERVED, false, reason, message, now);
        conditions = set(
                workload,
                conditions,
                ConditionTypes.ADMITTED,
                false,
                WorkloadReasons.NO_RESERVATION,
                NO_RESERVATION,
                now);
        return status.conditions(conditions);
    }

    /** It has to preempt, and a gate is closed; or that is no longer so. */
    public static WorkloadStatus preemptionBlocked(
            Workload workload, WorkloadStatus status, boolean blocked, String message, Instant now) {
        List<Condition> conditions = status.conditions();
        if (blocked) {
            conditions = set(
                    workload,
                    conditions,
                    ConditionTypes.PREEMPTION_BLOCKED,
                    true,
                    WorkloadReasons.PREEMPTION_GATED,
                    message,
                    now);
        } else {
            conditions = end(workload, conditions, ConditionTypes.PREEMPTION_BLOCKED, WorkloadReasons.NOT_GATED, now);
        }
        return status.withConditions(conditions);
    }

    /** It must give its quota back. The count of evictions, the checks and the gates change with it. */
    public static WorkloadStatus evicted(Workload workload, String reason, String message, Instant now) {
        return evicted(workload, workload.status(), reason, message, now);
    }

    /** It must give its quota back for the sake of another one. */
    public static WorkloadStatus preempted(Workload workload, String why, String message, Instant now) {
        WorkloadStatus status = evicted(workload, workload.status(), EvictionReasons.PREEMPTED, message, now);
        return status.withConditions(
                set(workload, status.conditions(), ConditionTypes.PREEMPTED, true, why, message, now));
    }

    private static WorkloadStatus evicted(
            Workload workload, WorkloadStatus before, String reason, String message, Instant now) {
        List<Condition> conditions =
                set(workload, before.conditions(), ConditionTypes.EVICTED, true, reason, message, now);
        conditions = end(workload, conditions, ConditionTypes.PREEMPTION_BLOCKED, WorkloadReasons.EVICTED, now);
        conditions = Conditions.remove(conditions, ConditionTypes.DEACTIVATION_TARGET);
        return before.toBuilder()
                .conditions(conditions)
                .schedulingStats(counted(before, reason))
                .admissionChecks(before.admissionChecks().stream()
                        .map(check -> reset(check, now))
                        .toList())
                .preemptionGates(
                        PreemptionGates.closeAll(workload.spec().preemptionGates(), before.preemptionGates(), now))
                .build();
    }

    private static AdmissionCheckState reset(AdmissionCheckState check, Instant now) {
        if (check.state() == CheckState.PENDING) {
            return check;
        }
        String previously = switch (check.state()) {
            case PENDING -> "Pending";
            case READY -> "Ready";
            case RETRY -> "Retry";
            case REJECTED -> "Rejected";
        };
        return new AdmissionCheckState(
                check.name(),
                CheckState.PENDING,
                now,
                "Reset to Pending after eviction. Previously: " + previously,
                null,
                check.retryCount(),
                List.of());
    }

    private static SchedulingStats counted(WorkloadStatus status, String reason) {
        boolean caused = EvictionReasons.isDeactivation(reason) && !reason.equals(EvictionReasons.DEACTIVATED);
        String counted = caused ? EvictionReasons.DEACTIVATED : reason;
        String cause = caused ? reason.substring((EvictionReasons.DEACTIVATED + "DueTo").length()) : "";
        SchedulingStats old = status.schedulingStats();
        List<EvictionCount> counts = new ArrayList<>();
        boolean found = false;
        for (EvictionCount count : old == null ? List.<EvictionCount>of() : old.evictions()) {
            boolean same =
                    count.reason().equals(counted) && count.underlyingCause().equals(cause);
            counts.add(same ? new EvictionCount(counted, cause, count.count() + 1) : count);
            found |= same;
        }
        if (!found) {
            counts.add(new EvictionCount(counted, cause, 1));
        }
        return new SchedulingStats(counts);
    }

    /**
     * The job of an evicted Workload does not run any more: quota is given back and the Workload queues again, or stays
     * away until whatever evicted it is over.
     */
    public static WorkloadStatus released(Workload workload, Instant now) {
        WorkloadStatus status = workload.status();
        Condition evicted = Conditions.find(status.conditions(), ConditionTypes.EVICTED)
                .orElseThrow(() -> new IllegalArgumentException(
                        "workload " + workload.metadata().getName()
                                + " was not evicted; only one that was can give its quota back"));
        boolean back = evicted.reason().equals(EvictionReasons.PREEMPTED);
        WorkloadStatusBuilder changed =
                withoutQuota(workload, status.toBuilder(), WaitReasons.PENDING_EVALUATION, evicted.message(), now);
        List<Condition> conditions = set(
                workload,
                changed.build().conditions(),
                ConditionTypes.REQUEUED,
                back,
                evicted.reason(),
                evicted.message(),
                now);
        Conditions.find(status.conditions(), ConditionTypes.ADMITTED)
                .filter(Condition::holds)
                .ifPresent(admitted -> changed.accumulatedPastExecutionTimeSeconds(ran(status, admitted, now)));
        return changed.conditions(conditions).admission(null).build();
    }

    private static int ran(WorkloadStatus status, Condition admitted, Instant now) {
        Integer earlier = status.accumulatedPastExecutionTimeSeconds();
        long seconds = Duration.between(admitted.lastTransitionTime(), now).toSeconds();
        return (int) Math.min(Integer.MAX_VALUE, (earlier == null ? 0 : earlier) + Math.max(0, seconds));
    }

    /** Whatever kept it away after an eviction is over. */
    public static WorkloadStatus requeued(Workload workload, String reason, String message, Instant now) {
        return workload.status()
                .withConditions(set(
                        workload, workload.status().conditions(), ConditionTypes.REQUEUED, true, reason, message, now));
    }

    /** It is about to be deactivated. The time that it ran counts from zero when it comes back. */
    public static WorkloadStatus deactivationTarget(Workload workload, String reason, String message, Instant now) {
        return workload.status().toBuilder()
                .accumulatedPastExecutionTimeSeconds(null)
                .conditions(set(
                        workload,
                        workload.status().conditions(),
                        ConditionTypes.DEACTIVATION_TARGET,
                        true,
                        reason,
                        message,
                        now))
                .build();
    }

    /** It is over. */
    public static WorkloadStatus finished(Workload workload, String reason, String message, Instant now) {
        return workload.status()
                .withConditions(set(
                        workload, workload.status().conditions(), ConditionTypes.FINISHED, true, reason, message, now));
    }

    /** All its pods are ready or done, or not. */
    public static WorkloadStatus podsReady(
            Workload workload, boolean ready, String reason, String message, Instant now) {
        return workload.status()
                .withConditions(set(
                        workload,
                        workload.status().conditions(),
                        ConditionTypes.PODS_READY,
                        ready,
                        reason,
                        message,
                        now));
    }

    private static List<Condition> set(
            Workload workload,
            List<Condition> conditions,
            String type,
            boolean holds,
            String reason,
            String message,
            Instant now) {
        Condition wanted = new Condition(
                type, ConditionStatus.of(holds), workload.metadata().getGeneration(), now, reason, message);
        // What was said of an earlier generation and still holds is not said again.
        return Conditions.find(conditions, type)
                .filter(old -> old.saysTheSameAs(wanted))
                .map(old -> conditions)
                .orElseGet(() -> Conditions.set(conditions, wanted));
    }
}

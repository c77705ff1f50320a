package dev.turnstile.worker.workload;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionTypes;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.condition.DeactivationReasons;
import dev.turnstile.model.condition.EvictionReasons;
import dev.turnstile.model.condition.WaitReasons;
import dev.turnstile.model.condition.WorkloadReasons;
import dev.turnstile.model.event.EventReasons;
import dev.turnstile.model.kueue.StopPolicy;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The next thing to do about a Workload; at most one, since what follows is decided from the state after it. */
public sealed interface WorkloadStep {
    /** Nothing, until something changes or that time has passed. */
    record Rest(@Nullable Duration lookAgain) implements WorkloadStep {}

    /** Another status, and what to tell. */
    record Status(WorkloadStatus status, List<Word> words) implements WorkloadStep {}

    /** {@code spec.active} becomes false. */
    record Deactivate() implements WorkloadStep {}

    /** The finalizer goes. */
    record LetGo() implements WorkloadStep {}

    /** An event. */
    record Word(boolean warning, String reason, String message) {}

    Set<String> RELEASED_BY_A_QUEUE =
            Set.of(EvictionReasons.CLUSTER_QUEUE_STOPPED, EvictionReasons.LOCAL_QUEUE_STOPPED);
    Set<String> NOT_EVALUATED = Set.of(WaitReasons.SUSPENDED, WaitReasons.DEACTIVATED, WaitReasons.MISCONFIGURED);

    /** Decides. The order of the questions is their precedence. */
    static WorkloadStep of(Workload workload, Surroundings around, Instant now) {
        if (WorkloadFacts.finished(workload)) {
            return WorkloadFacts.held(workload) ? new LetGo() : new Rest(null);
        }
        if (around.ownerGone()) {
            return new Status(
                    Transitions.finished(
                            workload, WorkloadReasons.OWNER_NOT_FOUND, "The workload's owner no longer exists", now),
                    List.of());
        }
        if (WorkloadFacts.deleting(workload)) {
            boolean ours = WorkloadFacts.owner(workload) == null && WorkloadFacts.held(workload);
            return ours ? new LetGo() : new Rest(null);
        }
        WorkloadStep leaving = leaving(workload, around, now);
        if (leaving != null) {
            return leaving;
        }
        return WorkloadFacts.reserved(workload) ? holding(workload, around, now) : waiting(workload, around, now);
    }

    private static @Nullable WorkloadStep leaving(Workload workload, Surroundings around, Instant now) {
        Condition target = Conditions.find(workload.status().conditions(), ConditionTypes.DEACTIVATION_TARGET)
                .filter(Condition::holds)
                .orElse(null);
        if (workload.spec().active()) {
            if (target != null) {
                return new Deactivate();
            }
            return WorkloadFacts.reserved(workload) && !WorkloadFacts.evicted(workload)
                    ? drained(workload, around, now)
                    : null;
        }
        Condition evicted = Conditions.find(workload.status().conditions(), ConditionTypes.EVICTED)
                .filter(Condition::holds)
                .orElse(null);
        boolean told = evicted != null
                && (WorkloadFacts.reserved(workload) || EvictionReasons.isDeactivation(evicted.reason()));
        if (told) {
            return null;
        }
        String reason =
                target == null ? EvictionReasons.DEACTIVATED : EvictionReasons.deactivatedDueTo(target.reason());
        String message = "The workload is deactivated" + (target == null ? "" : " due to " + target.message());
        return evict(workload, reason, message, now);
    }

    private static @Nullable WorkloadStep drained(Workload workload, Surroundings around, Instant now) {
        Surroundings.ClusterQueueState clusterQueue = around.clusterQueue();
        if (clusterQueue != null && clusterQueue.stopPolicy() == StopPolicy.HOLD_AND_DRAIN) {
            return evict(workload, EvictionReasons.CLUSTER_QUEUE_STOPPED, "The ClusterQueue is stopped", now);
        }
        Surroundings.LocalQueueState localQueue = around.localQueue();
        if (localQueue != null && localQueue.stopPolicy() == StopPolicy.HOLD_AND_DRAIN) {
            return evict(workload, EvictionReasons.LOCAL_QUEUE_STOPPED, "The LocalQueue is stopped", now);
        }
        return null;
    }

    private static Status evict(Workload workload, String reason, String message, Instant now) {
        // Nobody hears of an eviction that takes nothing away.
        List<Word> words = WorkloadFacts.reserved(workload)
                ? List.of(new Word(false, EventReasons.evictedDueTo(reason), message))
                : List.of();
        return new Status(Transitions.evicted(workload, reason, message, now), words);
    }

    private static WorkloadStep holding(Workload workload, Surroundings around, Instant now) {
        if (WorkloadFacts.evicted(workload)) {
            return new Rest(null);
        }
        if (!around.checks().equals(workload.status().admissionChecks())) {
            return new Status(
                    workload.status().toBuilder()
                            .admissionChecks(around.checks())
                            .build(),
                    List.of());
        }
        Condition admitted = Conditions.find(workload.status().conditions(), ConditionTypes.ADMITTED)
                .filter(Condition::holds)
                .orElse(null);
        if (admitted == null) {
            return admit(workload, around, now);
        }
        Integer limit = workload.spec().maximumExecutionTimeSeconds();
        if (limit == null) {
            return new Rest(null);
        }
        Integer past = workload.status().accumulatedPastExecutionTimeSeconds();
        Instant end = admitted.lastTransitionTime().plusSeconds(limit - (past == null ? 0 : past));
        if (now.isBefore(end)) {
            return new Rest(Duration.between(now, end).plusMillis(1));
        }
        return new Status(
                Transitions.deactivationTarget(
                        workload,
                        DeactivationReasons.MAXIMUM_EXECUTION_TIME_EXCEEDED,
                        "exceeding the maximum execution time",
                        now),
                List.of(new Word(
                        true,
                        EventReasons.MAXIMUM_EXECUTION_TIME_EXCEEDED,
                        "The maximum execution time (" + limit + "s) exceeded")));
    }

    private static WorkloadStep admit(Workload workload, Surroundings around, Instant now) {
        boolean ready =
                around.checks().stream().allMatch(check -> check.state() == dev.turnstile.model.kueue.CheckState.READY);
        if (!ready) {
            return new Rest(null);
        }
        Condition reserved = Conditions.find(workload.status().conditions(), ConditionTypes.QUOTA_RESERVED)
                .orElseThrow();
        Surroundings.ClusterQueueState clusterQueue = around.clusterQueue();
        return new Status(
                Transitions.admitted(workload, now),
                List.of(new Word(
                        false,
                        EventReasons.ADMITTED,
                        "Admitted by ClusterQueue %s, wait time since reservation was %ds"
                                .formatted(
                                        clusterQueue == null ? "" : clusterQueue.name(),
                                        Duration.between(reserved.lastTransitionTime(), now)
                                                .toSeconds()))));
    }

    private static WorkloadStep waiting(Workload workload, Surroundings around, Instant now) {
        if (!workload.spec().active()) {
            return aside(workload, WaitReasons.DEACTIVATED, "The workload is deactivated", now);
        }
        WorkloadStep back = requeued(workload, around, now);
        if (back != null) {
            return back;
        }
        Surroundings.LocalQueueState localQueue = around.localQueue();
        if (localQueue == null) {
            return aside(
                    workload,
                    WaitReasons.MISCONFIGURED,
                    "LocalQueue "
                            + (workload.spec().queueName() == null
                                    ? ""
                                    : workload.spec().queueName()) + " doesn't exist",
                    now);
        }
        Surroundings.ClusterQueueState clusterQueue = around.clusterQueue();
        if (localQueue.stopPolicy() != StopPolicy.NONE) {
            return aside(workload, WaitReasons.SUSPENDED, "LocalQueue " + localQueue.name() + " is inactive", now);
        }
        if (clusterQueue == null) {
            return aside(
                    workload,
                    WaitReasons.MISCONFIGURED,
                    "ClusterQueue " + localQueue.clusterQueue() + " doesn't exist",
                    now);
        }
        if (!clusterQueue.active()) {
            return aside(workload, WaitReasons.SUSPENDED, "ClusterQueue " + clusterQueue.name() + " is inactive", now);
        }
        Condition reason = Conditions.find(workload.status().conditions(), ConditionTypes.QUOTA_RESERVED)
                .orElse(null);
        if (reason != null && NOT_EVALUATED.contains(reason.reason()) && !aboutItself(reason)) {
            return aside(
                    workload,
                    WaitReasons.PENDING_EVALUATION,
                    "Workload is pending evaluation in the scheduling queue",
                    now);
        }
        return new Rest(null);
    }

    /** Whether the scheduler said so, of something that no queue can change. */
    private static boolean aboutItself(Condition reason) {
        return reason.reason().equals(WaitReasons.MISCONFIGURED)
                && !reason.message().endsWith(" doesn't exist");
    }

    private static WorkloadStep aside(Workload workload, String reason, String message, Instant now) {
        WorkloadStatus status = Transitions.aside(workload, reason, message, now);
        return status.equals(workload.status()) ? new Rest(null) : new Status(status, List.of());
    }

    private static @Nullable WorkloadStep requeued(Workload workload, Surroundings around, Instant now) {
        Condition away = Conditions.find(workload.status().conditions(), ConditionTypes.REQUEUED)
                .filter(condition -> !condition.holds())
                .orElse(null);
        if (away == null) {
            return null;
        }
        if (EvictionReasons.isDeactivation(away.reason())) {
            WorkloadStatus anew =
                    Transitions.requeued(workload, WorkloadReasons.REACTIVATED, "The workload was reactivated", now);
            return new Status(anew.toBuilder().requeueState(null).build(), List.of());
        }
        Surroundings.ClusterQueueState clusterQueue = around.clusterQueue();
        Surroundings.LocalQueueState localQueue = around.localQueue();
        boolean running = clusterQueue != null
                && clusterQueue.stopPolicy() == StopPolicy.NONE
                && localQueue != null
                && localQueue.stopPolicy() == StopPolicy.NONE;
        if (RELEASED_BY_A_QUEUE.contains(away.reason()) && running) {
            boolean whole = away.reason().equals(EvictionReasons.CLUSTER_QUEUE_STOPPED);
            return status(
                    workload,
                    whole ? WorkloadReasons.CLUSTER_QUEUE_RESTARTED : WorkloadReasons.LOCAL_QUEUE_RESTARTED,
                    "The " + (whole ? "ClusterQueue" : "LocalQueue") + " was restarted after being stopped",
                    now);
        }
        return null;
    }

    private static Status status(Workload workload, String reason, String message, Instant now) {
        return new Status(Transitions.requeued(workload, reason, message, now), List.of());
    }
}

package dev.turnstile.core.lifecycle;

import dev.turnstile.core.lifecycle.Circumstances.PodsReadyLimit;
import dev.turnstile.core.lifecycle.WorkloadEvent.CheckAnswered;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.PodsReadyReason;
import dev.turnstile.vocabulary.WaitingReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is due in a workload's life, read from how things are.
 *
 * <p>Goal: a controller that missed every event (it was down) comes to the same steps as one that saw them all.
 * Constraints: one step at a time, since what follows is decided from the state after it; the scheduler's and the job's
 * own events are not found here. Steps: the questions are asked in the order of their precedence, what ends a life
 * first; the first that is answered is the step.
 *
 * <p>Example: admitted, its queue drained, and its time limit over as well. First {@code QueueDrained}; once the quota
 * is back, {@code FoundWaiting(Suspended)}; the time limit never.
 */
public final class Agenda {

    private static final Set<WaitingReason> NOT_EVALUATED = EnumSet.of(
            WaitingReason.SUSPENDED, WaitingReason.DEACTIVATED, WaitingReason.MISCONFIGURED, WaitingReason.ON_HOLD);

    private Agenda() {}

    public static Next next(WorkloadState state, Circumstances around, Instant now) {
        Phase phase = state.phase();
        if (phase == Phase.FINISHED) {
            return over(state, around, now);
        }
        if (around.ownerGone()) {
            return due(new WorkloadEvent.OwnerDeleted());
        }
        if (phase == Phase.DEACTIVATING) {
            return state.active() ? new Next.Deactivate() : due(new WorkloadEvent.ActiveCleared());
        }
        Optional<WorkloadEvent> gates = gates(state, phase, around);
        if (gates.isPresent()) {
            return due(gates.get());
        }
        return switch (phase) {
            case RESERVED, ADMITTED -> holding(state, phase, around, now);
            case WAITING, GATED, BACKING_OFF, HELD -> waiting(state, phase, around, now);
            // Who stops a job reports when it is stopped; without one, nobody would.
            case EVICTING -> around.nothingToStop() ? due(new WorkloadEvent.JobStopped(true)) : rest();
            case DEACTIVATED, DEACTIVATING, FINISHED -> rest();
        };
    }

    /** What is said of gates that have no effect stays as it is, but a signal would have the manager open one. */
    private static Optional<WorkloadEvent> gates(WorkloadState state, Phase phase, Circumstances around) {
        if (around.gates().isEmpty()) {
            return phase == Phase.GATED ? Optional.of(new WorkloadEvent.GatesIgnored()) : Optional.empty();
        }
        return around.gates()
                .filter(names ->
                        !state.gates().stream().map(GateState::name).toList().equals(names))
                .map(WorkloadEvent.GatesDeclared::new);
    }

    private static Next due(WorkloadEvent event) {
        return new Next.Due(event);
    }

    private static Next rest() {
        return new Next.Rest(Optional.empty());
    }

    private static Next over(WorkloadState state, Circumstances around, Instant now) {
        Optional<Instant> end = around.retention()
                .flatMap(kept -> state.condition(ConditionType.FINISHED)
                        .map(finished -> finished.since().plus(kept)));
        return end.filter(time -> !now.isBefore(time)).isPresent() ? new Next.Expired() : new Next.Rest(end);
    }

    private static Next holding(WorkloadState state, Phase phase, Circumstances around, Instant now) {
        if (around.queues().clusterQueueDrained()) {
            return due(new WorkloadEvent.QueueDrained(StoppedQueue.CLUSTER_QUEUE));
        }
        if (around.queues().localQueueDrained()) {
            return due(new WorkloadEvent.QueueDrained(StoppedQueue.LOCAL_QUEUE));
        }
        Optional<CheckAnswered> refusal = refusal(around.answers());
        if (refusal.isPresent()) {
            return due(refusal.get());
        }
        boolean ready = state.checks().stream().allMatch(check -> check.state() == CheckState.READY);
        boolean asItShould = ready == (phase == Phase.ADMITTED);
        if (otherChecks(state, around) || !asItShould) {
            return due(new WorkloadEvent.ChecksRequired(around.checks()));
        }
        return phase == Phase.ADMITTED ? running(state, around, now) : rest();
    }

    private static boolean otherChecks(WorkloadState state, Circumstances around) {
        List<String> names = state.checks().stream().map(Check::name).toList();
        return names.size() != around.checks().size() || !names.containsAll(around.checks());
    }

    /** A rejection before a retry, and of several retries the one with the longest delay. */
    private static Optional<CheckAnswered> refusal(List<CheckAnswered> answers) {
        Optional<CheckAnswered> rejected = answers.stream()
                .filter(answer -> answer.state() == CheckState.REJECTED)
                .findFirst();
        return rejected.isPresent()
                ? rejected
                : answers.stream()
                        .filter(answer -> answer.state() == CheckState.RETRY)
                        .max(Comparator.comparing(
                                answer -> answer.requeueAfter().orElse(Duration.ZERO)));
    }

    private static Next running(WorkloadState state, Circumstances around, Instant now) {
        List<Instant> times = new ArrayList<>();
        Optional<Instant> end = around.executionLimit()
                .flatMap(limit -> state.condition(ConditionType.ADMITTED)
                        .map(admitted -> admitted.since().plus(limit.minus(state.executed()))));
        if (end.isPresent()) {
            if (!now.isBefore(end.get())) {
                return due(new WorkloadEvent.DeactivationDemanded(new DeactivationCause.MaximumExecutionTimeExceeded(
                        around.executionLimit().orElse(Duration.ZERO))));
            }
            times.add(end.get());
        }
        if (around.podsReady().isPresent()) {
            PodsReadyLimit limit = around.podsReady().get();
            Optional<Instant> patience = patience(state, limit);
            if (patience.filter(time -> !now.isBefore(time)).isPresent()) {
                return due(new WorkloadEvent.PodsReadyTimedOut(limit.backoff()));
            }
            patience.ifPresent(times::add);
        }
        return new Next.Rest(times.stream().min(Comparator.naturalOrder()));
    }

    private static Optional<Instant> patience(WorkloadState state, PodsReadyLimit limit) {
        if (state.is(ConditionType.PODS_READY)) {
            return Optional.empty();
        }
        if (state.reason(ConditionType.PODS_READY).equals(PodsReadyReason.WAIT_FOR_RECOVERY.text())) {
            return limit.recovery()
                    .flatMap(recovery -> state.condition(ConditionType.PODS_READY)
                            .map(lost -> lost.since().plus(recovery)));
        }
        return state.condition(ConditionType.ADMITTED)
                .map(admitted -> admitted.since().plus(limit.start()));
    }

    private static Next waiting(WorkloadState state, Phase phase, Circumstances around, Instant now) {
        if (state.deactivatedBefore()) {
            return due(new WorkloadEvent.ActiveSet());
        }
        Optional<CheckAnswered> refusal =
                phase == Phase.WAITING || phase == Phase.GATED ? refusal(around.answers()) : Optional.empty();
        if (refusal.isPresent()) {
            return due(refusal.get());
        }
        if (otherChecks(state, around)) {
            return due(new WorkloadEvent.ChecksRequired(around.checks()));
        }
        Optional<WorkloadEvent> back = back(state, phase, around, now);
        if (back.isPresent()) {
            return due(back.get());
        }
        Optional<Instant> until = phase == Phase.BACKING_OFF ? state.requeueAt() : Optional.empty();
        return word(state, around).map(Agenda::due).orElse(new Next.Rest(until));
    }

    private static Optional<WorkloadEvent> back(WorkloadState state, Phase phase, Circumstances around, Instant now) {
        if (phase == Phase.BACKING_OFF) {
            boolean early = state.requeueAt().filter(now::isBefore).isPresent();
            return early ? Optional.empty() : Optional.of(new WorkloadEvent.BackoffElapsed());
        }
        boolean stopped =
                around.queues().clusterQueueStopped() || around.queues().localQueueStopped();
        if (phase != Phase.HELD || stopped || around.queues().obstacle().isPresent()) {
            return Optional.empty();
        }
        return StoppedQueue.named(state.reason(ConditionType.REQUEUED)).map(WorkloadEvent.QueueRestarted::new);
    }

    /** What its condition has to say where it does not queue, or where that is over. */
    private static Optional<WorkloadEvent> word(WorkloadState state, Circumstances around) {
        Optional<Wait> wait = around.held().or(around.queues()::obstacle);
        Optional<Condition> said =
                state.condition(ConditionType.QUOTA_RESERVED).filter(condition -> !condition.status());
        if (wait.isPresent()) {
            Wait why = wait.get();
            boolean same = said.filter(old -> old.reason().equals(why.reason().text())
                            && old.message().equals(why.message()))
                    .isPresent();
            return same ? Optional.empty() : Optional.of(new WorkloadEvent.FoundWaiting(why));
        }
        return said.map(old -> StoredWait.parse(old.reason(), old.message()))
                .filter(Agenda::mayBeOver)
                .map(old -> new WorkloadEvent.FoundWaiting(new Wait.Evaluating()));
    }

    /** Whether it was kept from its queue. What the scheduler says of the workload itself, no queue can change. */
    private static boolean mayBeOver(Wait said) {
        return NOT_EVALUATED.contains(said.reason()) && !(said instanceof Wait.Misconfigured);
    }
}

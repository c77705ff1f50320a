package dev.turnstile.core.lifecycle;

import dev.turnstile.core.lifecycle.StatusChange.SetCondition;
import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.vocabulary.PodsReadyReason;
import dev.turnstile.vocabulary.PreemptionBlockedReason;
import dev.turnstile.vocabulary.RequeuedReason;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The state machine of a workload's life.
 *
 * <p>Goal: every event leads to one well-defined list of writes, in which what belongs together is one patch.
 * Constraints: quota is released only once the job has stopped; whatever evicts closes all gates and withdraws the
 * signal in the same patch; what is so already is not written again. Steps: is the event legal in this phase → take
 * over what somebody else wrote with it → the effects → the state that they lead to.
 *
 * <p>Example: admitted, one open gate; {@code Retry} of check {@code prov} with {@code requeueAfterSeconds: 6} at
 * 12:00:00. One patch: {@code Evicted=True/AdmissionCheck}, gate closed, check pending with {@code retryCount} 1,
 * {@code requeueAt} 12:00:06; then the job is stopped. {@code JobStopped} at 12:00:02: one patch with the release and
 * {@code Requeued=False}. {@code BackoffElapsed} at 12:00:06: {@code Requeued=True/BackoffFinished}, and its queue is
 * woken.
 */
public final class Lifecycle {

    private static final Set<Phase> QUEUED = EnumSet.of(Phase.WAITING, Phase.GATED);
    private static final Set<Phase> WITHOUT_QUOTA =
            EnumSet.of(Phase.WAITING, Phase.GATED, Phase.BACKING_OFF, Phase.HELD, Phase.DEACTIVATED);
    private static final Set<Phase> HOLDING = EnumSet.of(Phase.RESERVED, Phase.ADMITTED);
    private static final Set<Phase> ENDING = EnumSet.of(Phase.EVICTING);
    private static final Set<Phase> UNFINISHED = EnumSet.complementOf(EnumSet.of(Phase.FINISHED));
    private static final Set<Phase> NOT_DEACTIVATED =
            EnumSet.complementOf(EnumSet.of(Phase.FINISHED, Phase.DEACTIVATED));
    private static final Set<Phase> NOT_DEACTIVATING =
            EnumSet.complementOf(EnumSet.of(Phase.FINISHED, Phase.DEACTIVATED, Phase.DEACTIVATING));
    private static final Set<Phase> UNGATABLE =
            EnumSet.complementOf(EnumSet.of(Phase.FINISHED, Phase.DEACTIVATED, Phase.DEACTIVATING, Phase.EVICTING));
    private static final Set<Phase> ANSWERABLE = EnumSet.of(Phase.WAITING, Phase.GATED, Phase.RESERVED, Phase.ADMITTED);
    private static final Set<Phase> CHECKED =
            EnumSet.of(Phase.WAITING, Phase.GATED, Phase.BACKING_OFF, Phase.HELD, Phase.RESERVED, Phase.ADMITTED);
    private static final Set<Phase> ACTIVATED = EnumSet.of(
            Phase.WAITING,
            Phase.GATED,
            Phase.BACKING_OFF,
            Phase.HELD,
            Phase.DEACTIVATING,
            Phase.DEACTIVATED,
            Phase.EVICTING);

    private Lifecycle() {}

    public static Transition on(WorkloadState state, WorkloadEvent event, Instant now) {
        Phase phase = state.phase();
        if (!legalIn(event).contains(phase)) {
            return new Transition.Illegal(phase, event, "a workload in phase " + phase + " does not expect " + event);
        }
        Draft draft = new Draft(state, now);
        return switch (event) {
            case WorkloadEvent.QuotaGranted granted -> Queueing.granted(draft, granted);
            case WorkloadEvent.FoundGated gated -> Queueing.gated(draft, gated);
            case WorkloadEvent.FoundWaiting waiting -> Queueing.waiting(draft, waiting);
            case WorkloadEvent.GateOpened opened -> gateOpened(draft.observedOpen(opened.gate()), phase);
            case WorkloadEvent.GatesIgnored ignored ->
                draft.patch(EvictionStart.withdrawal(state, PreemptionBlockedReason.NOT_GATED.text()))
                        .done();
            case WorkloadEvent.GatesDeclared declared ->
                draft.patch(List.of(new StatusChange.DeclareGates(declared.names())))
                        .done();
            case WorkloadEvent.ChecksRequired required -> Queueing.checksRequired(draft, required.checks(), now);
            case WorkloadEvent.CheckAnswered answered -> checkAnswered(state, draft, answered, now);
            case WorkloadEvent.Preempted preempted -> Ending.preempted(draft, preempted);
            case WorkloadEvent.QueueDrained drained -> Ending.drained(draft, drained.queue());
            case WorkloadEvent.QueueRestarted restarted -> queueRestarted(state, draft, restarted);
            case WorkloadEvent.PodsReady ignored -> podsReady(state, draft);
            case WorkloadEvent.PodsNotReady notReady -> podsNotReady(draft, phase, notReady);
            case WorkloadEvent.PodsReadyTimedOut timedOut -> Ending.podsReadyTimedOut(draft, timedOut.backoff(), now);
            case WorkloadEvent.DeactivationDemanded demanded -> Ending.demanded(draft, demanded.cause());
            case WorkloadEvent.ActiveCleared ignored -> Ending.deactivated(draft.observedActive(false));
            case WorkloadEvent.ActiveSet ignored -> activeSet(draft.observedActive(true), phase);
            case WorkloadEvent.JobStopped stopped -> Ending.released(draft, stopped.canRestart(), now);
            case WorkloadEvent.BackoffElapsed ignored -> backoffElapsed(state, draft, event, now);
            case WorkloadEvent.JobFinished finished -> Ending.finished(draft, finished.reason(), finished.message());
            case WorkloadEvent.OwnerDeleted ignored ->
                Ending.finished(
                        draft,
                        FinishedReason.OWNER_NOT_FOUND.text(),
                        Message.of("The workload's owner no longer exists"));
        };
    }

    /** The phases that expect this event; in all others it is illegal. */
    private static Set<Phase> legalIn(WorkloadEvent event) {
        return switch (event) {
            case WorkloadEvent.QuotaGranted ignored -> QUEUED;
            case WorkloadEvent.FoundGated ignored -> QUEUED;
            case WorkloadEvent.FoundWaiting ignored -> WITHOUT_QUOTA;
            case WorkloadEvent.GateOpened ignored -> UNGATABLE;
            case WorkloadEvent.GatesIgnored ignored -> EnumSet.of(Phase.GATED);
            case WorkloadEvent.GatesDeclared ignored -> UNFINISHED;
            case WorkloadEvent.ChecksRequired ignored -> CHECKED;
            case WorkloadEvent.CheckAnswered ignored -> ANSWERABLE;
            case WorkloadEvent.Preempted ignored -> HOLDING;
            case WorkloadEvent.QueueDrained ignored -> HOLDING;
            case WorkloadEvent.QueueRestarted ignored -> EnumSet.of(Phase.HELD);
            case WorkloadEvent.PodsReady ignored -> EnumSet.of(Phase.ADMITTED);
            case WorkloadEvent.PodsNotReady ignored -> UNFINISHED;
            case WorkloadEvent.PodsReadyTimedOut ignored -> EnumSet.of(Phase.ADMITTED);
            case WorkloadEvent.DeactivationDemanded ignored -> NOT_DEACTIVATING;
            case WorkloadEvent.ActiveCleared ignored -> NOT_DEACTIVATED;
            case WorkloadEvent.ActiveSet ignored -> ACTIVATED;
            case WorkloadEvent.JobStopped ignored -> ENDING;
            case WorkloadEvent.BackoffElapsed ignored -> EnumSet.of(Phase.BACKING_OFF);
            case WorkloadEvent.JobFinished ignored -> UNFINISHED;
            case WorkloadEvent.OwnerDeleted ignored -> UNFINISHED;
        };
    }

    private static Transition gateOpened(Draft draft, Phase phase) {
        return QUEUED.contains(phase) ? draft.add(new Effect.WakeUp()).done() : draft.done();
    }

    private static Transition checkAnswered(
            WorkloadState state, Draft draft, WorkloadEvent.CheckAnswered answered, Instant now) {
        Check before = state.checks().stream()
                .filter(check -> check.name().equals(answered.check()))
                .findFirst()
                .orElse(new Check("", CheckState.PENDING, Message.NONE, 0));
        if (before.name().isEmpty()) {
            return new Transition.Illegal(
                    state.phase(),
                    answered,
                    "the workload has no check \"" + answered.check() + "\"; it has "
                            + state.checks().stream().map(Check::name).toList());
        }
        draft.observedCheck(new Check(before.name(), answered.state(), answered.message(), before.retryCount()));
        return switch (answered.state()) {
            case PENDING ->
                state.phase() == Phase.ADMITTED
                        ? draft.patch(List.of(Queueing.notAllReady())).done()
                        : draft.done();
            case RETRY -> Ending.retry(draft, answered.requeueAfter(), now);
            case REJECTED ->
                Ending.demanded(
                        draft, new DeactivationCause.CheckRejected(draft.state().checks()));
            case READY -> {
                boolean allReady = draft.state().checks().stream().allMatch(check -> check.state() == CheckState.READY);
                yield allReady && state.phase() == Phase.RESERVED
                        ? Queueing.admitted(
                                draft,
                                new StatusChange.SetChecks(draft.state().checks()),
                                Queueing.sinceReservation(state, now))
                        : draft.done();
            }
        };
    }

    private static Transition queueRestarted(WorkloadState state, Draft draft, WorkloadEvent.QueueRestarted restarted) {
        StoppedQueue queue = restarted.queue();
        boolean waitsForIt = state.reason(ConditionType.REQUEUED).equals(queue.stoppedReason());
        return waitsForIt ? Queueing.requeued(draft, queue.restartedReason(), queue.restartedMessage()) : draft.done();
    }

    private static Transition podsReady(WorkloadState state, Draft draft) {
        boolean recovered = state.reason(ConditionType.PODS_READY).equals(PodsReadyReason.WAIT_FOR_RECOVERY.text());
        boolean already = state.is(ConditionType.PODS_READY);
        String reason = recovered ? PodsReadyReason.RECOVERED.text() : PodsReadyReason.STARTED.text();
        return already
                ? draft.done()
                : draft.patch(List.of(new SetCondition(
                                ConditionType.PODS_READY,
                                true,
                                reason,
                                Message.of("All pods reached readiness and the workload is running"))))
                        .done();
    }

    /** A job that is being stopped has no failed pods, whatever its pods look like. */
    private static Transition podsNotReady(Draft draft, Phase phase, WorkloadEvent.PodsNotReady notReady) {
        boolean failed = notReady.podFailed() && phase == Phase.ADMITTED;
        return draft.patch(List.of(new SetCondition(
                        ConditionType.PODS_READY,
                        false,
                        failed ? PodsReadyReason.WAIT_FOR_RECOVERY.text() : PodsReadyReason.WAIT_FOR_START.text(),
                        Message.of(
                                failed
                                        ? "At least one pod has failed, waiting for recovery"
                                        : "Not all pods are ready or succeeded"))))
                .done();
    }

    private static Transition activeSet(Draft draft, Phase phase) {
        return switch (phase) {
            case DEACTIVATED -> Queueing.reactivated(draft);
            case WAITING, GATED, BACKING_OFF, HELD ->
                draft.state().deactivatedBefore() ? Queueing.reactivated(draft) : draft.done();
            case DEACTIVATING ->
                draft.patch(List.of(new StatusChange.RemoveCondition(ConditionType.DEACTIVATION_TARGET)))
                        .done();
            case EVICTING, RESERVED, ADMITTED, FINISHED -> draft.done();
        };
    }

    private static Transition backoffElapsed(WorkloadState state, Draft draft, WorkloadEvent event, Instant now) {
        boolean early = state.requeueAt().filter(now::isBefore).isPresent();
        if (early) {
            return new Transition.Illegal(
                    state.phase(),
                    event,
                    "the back-off lasts until " + state.requeueAt().orElse(now));
        }
        return Queueing.requeued(
                draft, RequeuedReason.BACKOFF_FINISHED.text(), Message.of("The workload backoff was finished"));
    }
}

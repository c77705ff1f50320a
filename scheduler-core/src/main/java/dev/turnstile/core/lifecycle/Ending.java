package dev.turnstile.core.lifecycle;

import dev.turnstile.core.lifecycle.StatusChange.SetCondition;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.EvictionReason;
import dev.turnstile.vocabulary.PodsReadyReason;
import dev.turnstile.vocabulary.WaitingReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Transitions that take quota away: evictions, their second step, and the two steps of a deactivation. */
final class Ending {

    private static final Wait DEACTIVATED = new Wait.Deactivated();

    private Ending() {}

    static Transition retry(Draft draft, Optional<Duration> requeueAfter, Instant now) {
        Message message =
                Message.of("Evicted due to " + Check.inState(draft.state().checks(), CheckState.RETRY));
        List<StatusChange> backOff = new ArrayList<>();
        requeueAfter
                .filter(wait -> !wait.isZero())
                .ifPresent(wait -> backOff.add(new StatusChange.RequeueAt(now.plus(wait))));
        if (!draft.state().is(ConditionType.QUOTA_RESERVED)) {
            // No release follows that would say so.
            backOff.add(
                    new SetCondition(ConditionType.REQUEUED, false, EvictionReason.ADMISSION_CHECK.text(), message));
        }
        return EvictionStart.begin(
                        draft,
                        EvictionReason.ADMISSION_CHECK.text(),
                        message,
                        EvictionReason.ADMISSION_CHECK.text(),
                        "",
                        backOff)
                .done();
    }

    static Transition preempted(Draft draft, WorkloadEvent.Preempted preempted) {
        SetCondition condition =
                new SetCondition(ConditionType.PREEMPTED, true, preempted.reason(), preempted.message());
        return EvictionStart.begin(
                        draft,
                        EvictionReason.PREEMPTED.text(),
                        preempted.message(),
                        EvictionReason.PREEMPTED.text(),
                        "",
                        List.of(condition))
                .done();
    }

    static Transition drained(Draft draft, StoppedQueue queue) {
        return EvictionStart.begin(
                        draft, queue.stoppedReason(), queue.stoppedMessage(), queue.stoppedReason(), "", List.of())
                .done();
    }

    static Transition podsReadyTimedOut(Draft draft, RequeuingBackoff backoff, Instant now) {
        WorkloadState before = draft.state();
        if (backoff.exhausted(before.requeueCount())) {
            return demanded(draft, new DeactivationCause.RequeuingLimitExceeded());
        }
        int count = before.requeueCount() + 1;
        String cause = before.isNot(ConditionType.PODS_READY)
                ? before.reason(ConditionType.PODS_READY)
                : PodsReadyReason.WAIT_FOR_START.text();
        List<StatusChange> backOff = List.of(
                new StatusChange.SetRequeueCount(count), new StatusChange.RequeueAt(now.plus(backoff.wait(count))));
        return EvictionStart.begin(
                        draft,
                        EvictionReason.PODS_READY_TIMEOUT.text(),
                        Message.of("Exceeded the PodsReady timeout " + before.key()),
                        EvictionReason.PODS_READY_TIMEOUT.text(),
                        cause,
                        backOff)
                .done();
    }

    /** The first step of the controller's own deactivation: say why, then clear {@code spec.active}. */
    static Transition demanded(Draft draft, DeactivationCause cause) {
        List<StatusChange> changes = new ArrayList<>();
        changes.add(new SetCondition(ConditionType.DEACTIVATION_TARGET, true, cause.reason(), cause.message()));
        switch (cause) {
            case DeactivationCause.MaximumExecutionTimeExceeded exceeded -> {
                changes.add(new StatusChange.ClearExecutionTime());
                draft.patch(changes)
                        .add(new Effect.Announce(
                                true,
                                cause.reason(),
                                Message.of("The maximum execution time ("
                                        + exceeded.limit().toSeconds() + "s) exceeded")));
            }
            case DeactivationCause.CheckRejected ignored ->
                draft.patch(changes)
                        .add(new Effect.Announce(
                                true,
                                EventReason.ADMISSION_CHECK_REJECTED.text(),
                                Message.of("Deactivated due to " + cause.message())));
            case DeactivationCause.RequeuingLimitExceeded ignored -> draft.patch(changes);
            case DeactivationCause.EvictedOnManagerCluster ignored -> draft.patch(changes);
        }
        return draft.add(new Effect.SetActive(false)).done();
    }

    /** {@code spec.active} is false: the second step, the same for users and for the controller. */
    static Transition deactivated(Draft draft) {
        WorkloadState before = draft.state();
        boolean demanded = before.is(ConditionType.DEACTIVATION_TARGET);
        String cause = demanded ? before.reason(ConditionType.DEACTIVATION_TARGET) : "";
        String reason = demanded ? EvictionReason.deactivatedDueTo(cause) : EvictionReason.DEACTIVATED.text();
        Message message = demanded
                ? Message.of(DEACTIVATED.message() + " due to " + before.message(ConditionType.DEACTIVATION_TARGET))
                : DEACTIVATED.message();
        List<StatusChange> more = new ArrayList<>();
        more.add(new StatusChange.RemoveCondition(ConditionType.DEACTIVATION_TARGET));
        more.add(new StatusChange.ClearRequeueState());
        if (!before.is(ConditionType.QUOTA_RESERVED)) {
            more.add(Queueing.waits(DEACTIVATED));
        }
        return EvictionStart.begin(draft, reason, message, EvictionReason.DEACTIVATED.text(), cause, more)
                .done();
    }

    /** The job has stopped: release of quota and {@code Requeued} are one patch. */
    static Transition released(Draft draft, boolean canRestart, Instant now) {
        WorkloadState before = draft.state();
        String reason = before.reason(ConditionType.EVICTED);
        Message message = before.message(ConditionType.EVICTED);
        boolean atOnce = reason.equals(EvictionReason.PREEMPTED.text()) && canRestart;
        boolean activeAgain = before.active() && EvictionReason.isDeactivation(reason);
        List<StatusChange> changes = new ArrayList<>();
        changes.add(new StatusChange.ReleaseQuota());
        changes.add(
                before.active()
                        ? new SetCondition(
                                ConditionType.QUOTA_RESERVED, false, WaitingReason.PENDING_EVALUATION.text(), message)
                        : Queueing.waits(DEACTIVATED));
        changes.add(Queueing.noReservation());
        if (before.is(ConditionType.ADMITTED)) {
            Duration ran = before.condition(ConditionType.ADMITTED)
                    .map(condition -> Duration.between(condition.since(), now))
                    .orElse(Duration.ZERO);
            changes.add(new StatusChange.AddExecutionTime(ran.isNegative() ? Duration.ZERO : ran));
        }
        changes.add(
                activeAgain
                        ? Queueing.reactivation()
                        : new SetCondition(ConditionType.REQUEUED, atOnce, reason, message));
        draft.patch(changes);
        return atOnce || activeAgain ? draft.add(new Effect.WakeUp()).done() : draft.done();
    }

    static Transition finished(Draft draft, String reason, Message message) {
        return draft.patch(List.of(new SetCondition(ConditionType.FINISHED, true, reason, message)))
                .add(new Effect.RemoveFinalizer())
                .done();
    }
}

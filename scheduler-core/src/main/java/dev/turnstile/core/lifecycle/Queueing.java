package dev.turnstile.core.lifecycle;

import dev.turnstile.core.lifecycle.StatusChange.SetCondition;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.vocabulary.AdmittedReason;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.EvictionReason;
import dev.turnstile.vocabulary.PreemptionBlockedReason;
import dev.turnstile.vocabulary.QuotaReservedReason;
import dev.turnstile.vocabulary.RequeuedReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Transitions of a workload that has no quota, and of one that gets it. */
final class Queueing {

    private Queueing() {}

    static Transition granted(Draft draft, WorkloadEvent.QuotaGranted granted) {
        WorkloadState before = draft.state();
        List<StatusChange> changes = new ArrayList<>();
        changes.add(new StatusChange.TakeQuota(granted.clusterQueue()));
        changes.add(new SetCondition(
                ConditionType.QUOTA_RESERVED,
                true,
                QuotaReservedReason.QUOTA_RESERVED.text(),
                Message.of("Quota reserved in ClusterQueue " + granted.clusterQueue())));
        changes.addAll(signalOver(before));
        for (ConditionType over : List.of(ConditionType.EVICTED, ConditionType.PREEMPTED)) {
            if (before.is(over)) {
                changes.add(new SetCondition(
                        over,
                        false,
                        QuotaReservedReason.QUOTA_RESERVED.text(),
                        EvictionStart.previously(before.message(over))));
            }
        }
        List<Check> checks = required(before, granted.checks());
        changes.add(new StatusChange.SetChecks(checks));
        boolean admitted = allReady(checks);
        changes.add(admitted ? admittedNow() : notAllReady());
        draft.patch(changes);
        return admitted ? draft.add(new Effect.StartJob()).done() : draft.done();
    }

    /** The signal ends with the reservation, also where it was withdrawn because its gate was opened. */
    private static List<StatusChange> signalOver(WorkloadState before) {
        if (before.reason(ConditionType.PREEMPTION_BLOCKED).equals(PreemptionBlockedReason.NOT_GATED.text())) {
            return List.of(new SetCondition(
                    ConditionType.PREEMPTION_BLOCKED,
                    false,
                    QuotaReservedReason.QUOTA_RESERVED.text(),
                    before.message(ConditionType.PREEMPTION_BLOCKED)));
        }
        return EvictionStart.withdrawal(before, QuotaReservedReason.QUOTA_RESERVED.text());
    }

    private static List<Check> required(WorkloadState state, List<String> names) {
        return names.stream()
                .map(name -> state.checks().stream()
                        .filter(check -> check.name().equals(name))
                        .findFirst()
                        .orElseGet(() -> new Check(name, CheckState.PENDING, Message.NONE, 0)))
                .toList();
    }

    private static boolean allReady(List<Check> checks) {
        return checks.stream().allMatch(check -> check.state() == CheckState.READY);
    }

    /** Other checks, or checks that are seen to be ready, or not to be any more. */
    static Transition checksRequired(Draft draft, List<String> names, Instant now) {
        WorkloadState before = draft.state();
        List<Check> checks = required(before, names);
        StatusChange set = new StatusChange.SetChecks(checks);
        if (before.clusterQueue().isEmpty()) {
            return draft.patch(List.of(set)).done();
        }
        if (!allReady(checks)) {
            return draft.patch(List.of(set, notAllReady())).done();
        }
        return before.is(ConditionType.ADMITTED)
                ? draft.patch(List.of(set)).done()
                : admitted(draft, set, sinceReservation(before, now));
    }

    static Duration sinceReservation(WorkloadState state, Instant now) {
        return state.condition(ConditionType.QUOTA_RESERVED)
                .map(condition -> Duration.between(condition.since(), now))
                .orElse(Duration.ZERO);
    }

    private static SetCondition admittedNow() {
        return new SetCondition(
                ConditionType.ADMITTED, true, AdmittedReason.ADMITTED.text(), Message.of("The workload is admitted"));
    }

    static SetCondition notAllReady() {
        return new SetCondition(
                ConditionType.ADMITTED,
                false,
                AdmittedReason.UNSATISFIED_ADMISSION_CHECKS.text(),
                Message.of("The workload has not all checks ready"));
    }

    static SetCondition noReservation() {
        return new SetCondition(
                ConditionType.ADMITTED,
                false,
                AdmittedReason.NO_RESERVATION.text(),
                Message.of("The workload has no reservation"));
    }

    /** All checks are ready. */
    static Transition admitted(Draft draft, StatusChange checks, Duration sinceReservation) {
        String clusterQueue = draft.state().clusterQueue().orElse("");
        return draft.patch(List.of(checks, admittedNow()))
                .add(new Effect.Announce(
                        false,
                        EventReason.ADMITTED.text(),
                        Message.of("Admitted by ClusterQueue " + clusterQueue + ", wait time since reservation was "
                                + Math.max(0, sinceReservation.toSeconds()) + "s")))
                .add(new Effect.StartJob())
                .done();
    }

    static Transition gated(Draft draft, WorkloadEvent.FoundGated gated) {
        Wait why = new Wait.Gated(gated.closedGates());
        return draft.patch(List.of(
                        waits(why),
                        new SetCondition(
                                ConditionType.PREEMPTION_BLOCKED,
                                true,
                                PreemptionBlockedReason.PREEMPTION_GATED.text(),
                                why.message()),
                        noReservation()))
                .done();
    }

    static Transition waiting(Draft draft, WorkloadEvent.FoundWaiting waiting) {
        List<StatusChange> changes = new ArrayList<>();
        changes.add(waits(waiting.why()));
        // One that waits for its victims, too: its gate is open, nothing blocks its preemption any more.
        changes.addAll(EvictionStart.withdrawal(draft.state(), PreemptionBlockedReason.NOT_GATED.text()));
        changes.add(noReservation());
        return draft.patch(changes).done();
    }

    static Transition requeued(Draft draft, String reason, Message message) {
        return draft.patch(List.of(
                        new StatusChange.ClearRequeueAt(),
                        new SetCondition(ConditionType.REQUEUED, true, reason, message)))
                .add(new Effect.WakeUp())
                .done();
    }

    /** A user activates it again: it starts over, and so do its counters. */
    static Transition reactivated(Draft draft) {
        List<StatusChange> changes = new ArrayList<>();
        if (draft.state().isNot(ConditionType.REQUEUED)) {
            changes.add(reactivation());
        }
        changes.add(waits(new Wait.Evaluating()));
        changes.add(new StatusChange.ClearRequeueState());
        if (!draft.state().reason(ConditionType.EVICTED).equals(EvictionReason.DEACTIVATED.text())) {
            // Only what the controller counted against it starts over.
            changes.add(new StatusChange.ClearExecutionTime());
        }
        changes.add(new StatusChange.RemoveCondition(ConditionType.DEACTIVATION_TARGET));
        return draft.patch(changes).add(new Effect.WakeUp()).done();
    }

    /** The condition of a workload that waits. */
    static SetCondition waits(Wait why) {
        return new SetCondition(
                ConditionType.QUOTA_RESERVED, false, why.reason().text(), why.message());
    }

    static SetCondition reactivation() {
        return new SetCondition(
                ConditionType.REQUEUED,
                true,
                RequeuedReason.REACTIVATED.text(),
                Message.of("The workload was reactivated"));
    }
}

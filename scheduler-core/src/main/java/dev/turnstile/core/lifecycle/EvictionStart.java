package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.EvictionReason;
import dev.turnstile.vocabulary.PreemptionBlockedReason;
import java.util.ArrayList;
import java.util.List;

/**
 * The first step of an eviction. Whatever its cause: {@code Evicted}, all gates closed, the signal withdrawn and the
 * checks reset are one patch; only then the job is stopped; only when it has stopped, {@link Lifecycle} releases the
 * quota.
 */
final class EvictionStart {

    private EvictionStart() {}

    /**
     * @param reason of the condition
     * @param counted reason in the statistics, which knows one reason for all deactivations
     * @param cause what is behind it, in the statistics
     * @param more changes that belong into the same patch
     */
    static Draft begin(
            Draft draft, String reason, Message message, String counted, String cause, List<StatusChange> more) {
        WorkloadState before = draft.state();
        boolean holdsQuota = before.is(ConditionType.QUOTA_RESERVED);
        List<StatusChange> changes = new ArrayList<>();
        changes.add(new StatusChange.SetCondition(ConditionType.EVICTED, true, reason, message));
        changes.add(new StatusChange.CloseAllGates());
        changes.addAll(withdrawal(before, PreemptionBlockedReason.EVICTED.text()));
        changes.add(new StatusChange.ResetChecks(EvictionReason.isDeactivationForCause(reason)));
        changes.add(new StatusChange.CountEviction(counted, cause));
        changes.addAll(more);
        draft.patch(changes);
        if (holdsQuota) {
            draft.add(new Effect.Announce(false, EventReason.evictedDueTo(reason), message));
            draft.add(new Effect.StopJob(message));
        }
        return draft;
    }

    /** A signal that is not true any more must not burn a time slot: it is taken back, saying what it was. */
    static List<StatusChange> withdrawal(WorkloadState state, String reason) {
        if (!state.is(ConditionType.PREEMPTION_BLOCKED)) {
            return List.of();
        }
        return List.of(new StatusChange.SetCondition(
                ConditionType.PREEMPTION_BLOCKED,
                false,
                reason,
                previously(state.message(ConditionType.PREEMPTION_BLOCKED))));
    }

    static Message previously(Message message) {
        return Message.of("Previously: " + message);
    }
}

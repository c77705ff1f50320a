package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One change of a status; those of one {@link Effect.PatchStatus} are written together. */
public sealed interface StatusChange {

    record SetCondition(ConditionType type, boolean status, String reason, Message message) implements StatusChange {}

    record RemoveCondition(ConditionType type) implements StatusChange {}

    /** The admission is set by the scheduler in the same patch. */
    record TakeQuota(String clusterQueue) implements StatusChange {}

    /** {@code status.admission} is removed. */
    record ReleaseQuota() implements StatusChange {}

    record SetChecks(List<Check> checks) implements StatusChange {

        public SetChecks {
            checks = List.copyOf(checks);
        }
    }

    /**
     * What is not pending becomes so, and says what it was.
     *
     * @param fromZero whether retries are counted from zero
     */
    record ResetChecks(boolean fromZero) implements StatusChange {}

    record CloseAllGates() implements StatusChange {}

    /** Missing states are added as closed, states without a gate in spec are removed, others stay. */
    record DeclareGates(List<String> names) implements StatusChange {

        public DeclareGates {
            names = List.copyOf(names);
        }
    }

    record SetRequeueCount(int count) implements StatusChange {}

    record RequeueAt(Instant time) implements StatusChange {}

    record ClearRequeueAt() implements StatusChange {}

    /** {@code status.requeueState} is removed as a whole. */
    record ClearRequeueState() implements StatusChange {}

    /** One more in {@code status.schedulingStats.evictions}. */
    record CountEviction(String reason, String underlyingCause) implements StatusChange {}

    record AddExecutionTime(Duration time) implements StatusChange {}

    record ClearExecutionTime() implements StatusChange {}
}

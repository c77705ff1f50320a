package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.DeactivationReason;
import java.time.Duration;
import java.util.List;

/** Why the controller, not a user, deactivates a workload. */
public sealed interface DeactivationCause {

    /** Reason of {@code DeactivationTarget}, and the end of {@code DeactivatedDueTo…}. */
    String reason();

    /** Message of {@code DeactivationTarget}, and the end of "The workload is deactivated due to …". */
    Message message();

    /** Checks say Rejected. */
    record CheckRejected(List<Check> checks) implements DeactivationCause {
        public CheckRejected {
            checks = List.copyOf(checks);
        }

        @Override
        public String reason() {
            return DeactivationReason.ADMISSION_CHECK.text();
        }

        @Override
        public Message message() {
            return Check.inState(checks, CheckState.REJECTED);
        }
    }

    /** Its pods were not ready in time once too often. */
    record RequeuingLimitExceeded() implements DeactivationCause {

        @Override
        public String reason() {
            return DeactivationReason.REQUEUING_LIMIT_EXCEEDED.text();
        }

        @Override
        public Message message() {
            return Message.of("exceeding the maximum number of re-queuing retries");
        }
    }

    /** It ran longer than {@code spec.maximumExecutionTimeSeconds}. */
    record MaximumExecutionTimeExceeded(Duration limit) implements DeactivationCause {

        @Override
        public String reason() {
            return DeactivationReason.MAXIMUM_EXECUTION_TIME_EXCEEDED.text();
        }

        @Override
        public Message message() {
            return Message.of("exceeding the maximum execution time");
        }
    }

    /** The manager that made this replica has evicted its workload. */
    record EvictedOnManagerCluster(Message eviction) implements DeactivationCause {

        @Override
        public String reason() {
            return DeactivationReason.EVICTED_ON_MANAGER_CLUSTER.text();
        }

        @Override
        public Message message() {
            return Message.of("Evicted on manager: " + eviction);
        }
    }
}

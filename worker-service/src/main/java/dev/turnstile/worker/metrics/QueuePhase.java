package dev.turnstile.worker.metrics;

import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.vocabulary.ConditionType;
import java.util.List;

/** Whether a ClusterQueue admits, in the words of its metric. */
final class QueuePhase {
    static final List<String> ALL = List.of("pending", "active", "terminating");

    private QueuePhase() {}

    static String of(ClusterQueue queue) {
        if (queue.metadata().getDeletionTimestamp() != null) {
            return "terminating";
        }
        return Conditions.isTrue(queue.status().conditions(), ConditionType.ACTIVE) ? "active" : "pending";
    }
}

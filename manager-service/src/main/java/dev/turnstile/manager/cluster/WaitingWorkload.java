package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is kept of a Workload of somebody else that waits in a worker cluster: enough to show it in its queue.
 *
 * @param localQueue in its namespace
 * @param says why it waits
 */
public record WaitingWorkload(ObjectKey key, String localQueue, int priority, Instant created, String says) {

    /** Reads one; null where it does not wait. */
    static @Nullable WaitingWorkload of(ObjectNode workload) {
        JsonNode spec = workload.path("spec");
        if (!spec.path("active").asBoolean(true)
                || holds(workload, ConditionType.QUOTA_RESERVED)
                || holds(workload, ConditionType.FINISHED)) {
            return null;
        }
        JsonNode metadata = workload.path("metadata");
        return new WaitingWorkload(
                new ObjectKey(
                        metadata.path("namespace").asString(""),
                        metadata.path("name").asString("")),
                spec.path("queueName").asString(""),
                spec.path("priority").asInt(0),
                created(metadata.path("creationTimestamp").asString("")),
                condition(workload, ConditionType.QUOTA_RESERVED)
                        .path("message")
                        .asString(""));
    }

    private static boolean holds(ObjectNode workload, ConditionType type) {
        return condition(workload, type).path("status").asString("").equals("True");
    }

    private static JsonNode condition(ObjectNode workload, ConditionType type) {
        for (JsonNode condition : workload.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals(type.text())) {
                return condition;
            }
        }
        return MissingNode.getInstance();
    }

    private static Instant created(String time) {
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException e) {
            // It is for showing only: one without a time stands last.
            return Instant.MAX;
        }
    }
}

package dev.turnstile.embedded.object;

import dev.turnstile.embedded.json.Json;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Status conditions as the server itself sets them. */
public final class Conditions {
    private Conditions() {}

    public static void set(ObjectNode object, String type, String status, String reason, String message, Instant now) {
        ObjectNode holder = Json.child(object, "status");
        ArrayNode conditions =
                holder.get("conditions") instanceof ArrayNode existing ? existing : holder.putArray("conditions");
        ObjectNode condition = null;
        for (JsonNode each : conditions) {
            if (Json.text(each, "type").equals(type) && each instanceof ObjectNode found) {
                condition = found;
            }
        }
        if (condition == null) {
            condition = conditions.addObject().put("type", type);
        }
        if (!Json.text(condition, "status").equals(status)) {
            condition.put("status", status).put("lastTransitionTime", ApiObject.timestamp(now));
        }
        put(condition, "reason", reason);
        put(condition, "message", message);
    }

    private static void put(ObjectNode condition, String field, String value) {
        if (value.isEmpty()) {
            condition.remove(field);
        } else {
            condition.put(field, value);
        }
    }
}

package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** The Status objects of writes that succeeded and return no object. */
public final class SuccessStatus {
    private SuccessStatus() {}

    public static ObjectNode withoutDetails() {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success");
    }

    /** With the name and uid of the object that a delete removed. */
    public static ObjectNode ofDeleted(ResourceType type, ObjectNode object) {
        ObjectNode status = withoutDetails();
        ObjectNode details = status.putObject("details").put("name", Json.name(object));
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        details.put("kind", type.plural()).put("uid", Json.text(object, "metadata", "uid"));
        return status;
    }
}

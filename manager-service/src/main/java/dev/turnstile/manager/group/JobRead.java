package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What a read of the remote jobs of one workload returned that went to their API server.
 *
 * @param statuses the status of each that was found
 */
public record JobRead(JobReading.State state, Map<ObjectKey, JsonNode> statuses) {

    public JobRead {
        statuses = Map.copyOf(statuses);
    }

    /** The status of one, or a missing node. */
    public JsonNode status(ObjectKey key) {
        return statuses.getOrDefault(key, MissingNode.getInstance());
    }
}

package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.quantity.Quantity;
import java.util.Map;

/**
 * What a pod set requests in all.
 *
 * @param name the pod set
 * @param resources how much of each resource, for all its pods
 */
public record PodSetRequest(String name, Map<String, Quantity> resources) {
    /** Fills in what the JSON left out. */
    public PodSetRequest {
        resources = Absent.map(resources);
    }
}

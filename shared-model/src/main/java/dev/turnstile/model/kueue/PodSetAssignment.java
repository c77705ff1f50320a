package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.quantity.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pod set got.
 *
 * @param name the pod set
 * @param flavors the flavor of each resource
 * @param resourceUsage how much of each resource, for all its pods
 * @param count for how many pods; fewer than asked for under partial admission
 */
public record PodSetAssignment(
        String name,
        Map<String, String> flavors,
        Map<String, Quantity> resourceUsage,
        @Nullable Integer count) {
    /** Fills in what the JSON left out. */
    public PodSetAssignment {
        name = Absent.orElse(name, PodSet.DEFAULT_NAME);
        flavors = Absent.map(flavors);
        resourceUsage = Absent.map(resourceUsage);
    }
}

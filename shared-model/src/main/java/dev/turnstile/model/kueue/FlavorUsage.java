package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * What workloads hold of one flavor of a ClusterQueue.
 *
 * @param name the ResourceFlavor
 * @param resources by resource
 */
public record FlavorUsage(String name, @ListMapKeys("name") List<ResourceUsage> resources) {
    /** Fills in what the JSON left out. */
    public FlavorUsage {
        resources = Absent.list(resources);
    }
}

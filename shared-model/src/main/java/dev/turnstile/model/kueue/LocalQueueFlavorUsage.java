package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * What workloads of a LocalQueue hold of one flavor.
 *
 * @param name the ResourceFlavor
 * @param resources by resource
 */
public record LocalQueueFlavorUsage(
        String name, @ListMapKeys("name") List<LocalQueueResourceUsage> resources) {
    /** Fills in what the JSON left out. */
    public LocalQueueFlavorUsage {
        resources = Absent.list(resources);
    }
}

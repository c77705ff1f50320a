package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * The quota of a queue or cohort in one flavor.
 *
 * @param name the ResourceFlavor
 * @param resources every covered resource, in the order of the group
 */
public record FlavorQuotas(String name, @ListMapKeys("name") List<ResourceQuota> resources) {
    /** Fills in what the JSON left out. */
    public FlavorQuotas {
        resources = Absent.list(resources);
    }
}

package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * Resources that a pod set gets from one and the same flavor.
 *
 * @param coveredResources the resources
 * @param flavors their quota by flavor, in the order in which flavors are tried
 */
public record ResourceGroup(
        List<String> coveredResources, @ListMapKeys("name") List<FlavorQuotas> flavors) {
    /** Fills in what the JSON left out. */
    public ResourceGroup {
        coveredResources = Absent.list(coveredResources);
        flavors = Absent.list(flavors);
    }
}

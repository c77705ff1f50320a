package dev.turnstile.core.hierarchy;

import java.util.List;

/** Resources that always get the same flavor, and the flavors in the order in which they are tried. */
public record ResourceGroup(List<String> coveredResources, List<FlavorQuotas> flavors) {
    public ResourceGroup {
        coveredResources = List.copyOf(coveredResources);
        flavors = List.copyOf(flavors);
    }
}

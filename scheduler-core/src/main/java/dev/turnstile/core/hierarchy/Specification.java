package dev.turnstile.core.hierarchy;

import java.util.List;

/** What an administrator specifies of a node in a tree of quota. */
public sealed interface Specification permits Cohort, ClusterQueue {
    String name();

    List<ResourceGroup> resourceGroups();

    /** In thousandths. */
    long fairWeight();
}

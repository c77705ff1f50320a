package dev.turnstile.core.hierarchy;

import dev.turnstile.core.workload.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ClusterQueue. {@code held} is set while it is stopped or one of its admission checks is missing or inactive:
 * nothing is taken from its queue. A missing {@code namespaceSelector} admits nobody. {@code fairWeight} is in
 * thousandths.
 */
public record ClusterQueue(
        String name,
        @Nullable String cohort,
        List<ResourceGroup> resourceGroups,
        QueueingStrategy queueingStrategy,
        PreemptionPolicy preemption,
        FlavorFungibility fungibility,
        @Nullable LabelSelector namespaceSelector,
        long fairWeight,
        boolean held)
        implements Specification {
    public static final long DEFAULT_WEIGHT = 1000;

    public ClusterQueue {
        resourceGroups = List.copyOf(resourceGroups);
    }

    /** The index of the group that covers that resource, or -1. */
    public int groupOf(String resource) {
        for (int i = 0; i < resourceGroups.size(); i++) {
            if (resourceGroups.get(i).coveredResources().contains(resource)) {
                return i;
            }
        }
        return -1;
    }
}

package dev.turnstile.core.hierarchy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Cohort with its own quota, if any. {@code fairWeight} is in thousandths. */
public record Cohort(String name, @Nullable String parent, List<ResourceGroup> resourceGroups, long fairWeight)
        implements Specification {

    public Cohort {
        resourceGroups = List.copyOf(resourceGroups);
    }

    /** The cohort that exists because somebody names it. */
    public static Cohort implicit(String name) {
        return new Cohort(name, null, List.of(), ClusterQueue.DEFAULT_WEIGHT);
    }
}

package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the administrator of a Cohort wants.
 *
 * @param parentName the Cohort above; none: this is a root
 * @param resourceGroups quota that belongs to the Cohort itself
 * @param fairSharing its weight under its parent
 */
public record CohortSpec(
        @Nullable String parentName,
        List<ResourceGroup> resourceGroups,
        @Nullable FairSharing fairSharing) {
    /** A root without quota of its own. */
    public static final CohortSpec EMPTY = new CohortSpec(null, List.of(), null);

    /** Fills in what the JSON left out. */
    public CohortSpec {
        resourceGroups = Absent.list(resourceGroups);
    }
}

package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quota reserved for a Workload.
 *
 * @param clusterQueue whose quota
 * @param podSetAssignments what each pod set got
 */
public record Admission(
        @Nullable String clusterQueue, @ListMapKeys("name") List<PodSetAssignment> podSetAssignments) {
    /** Fills in what the JSON left out. */
    public Admission {
        podSetAssignments = Absent.list(podSetAssignments);
    }
}

package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * What happened to a Workload so far.
 *
 * @param evictions how often it was evicted, by reason
 */
public record SchedulingStats(
        @ListMapKeys({"reason", "underlyingCause"}) List<EvictionCount> evictions) {
    /** Fills in what the JSON left out. */
    public SchedulingStats {
        evictions = Absent.list(evictions);
    }
}

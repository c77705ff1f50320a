package dev.turnstile.core.assignment;

import java.util.List;
import java.util.Map;

/**
 * Where the search for flavors stopped, per pod set and resource, so that the next one can go on from there. Valid in
 * the very next cycle whatever happened; later, as long as nobody who holds quota of the ClusterQueue left or changed.
 */
public record FlavorProgress(List<Map<String, Integer>> triedIndexes, long quotaGeneration, long cycle) {
    public FlavorProgress {
        triedIndexes = List.copyOf(triedIndexes);
    }

    public boolean flavorsLeft() {
        return triedIndexes.stream().anyMatch(podSet -> podSet.values().stream().anyMatch(index -> index >= 0));
    }

    int next(int podSet, String resource) {
        return podSet < triedIndexes.size() ? triedIndexes.get(podSet).getOrDefault(resource, -1) + 1 : 0;
    }
}

package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListSet;
import java.util.List;

/**
 * One check of a ClusterQueue.
 *
 * @param name the AdmissionCheck
 * @param onFlavors the flavors whose workloads need it; none named: all workloads
 */
public record AdmissionCheckStrategyRule(
        String name, @ListSet List<String> onFlavors) {
    /** Fills in what the JSON left out. */
    public AdmissionCheckStrategyRule {
        onFlavors = Absent.list(onFlavors);
    }
}

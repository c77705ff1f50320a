package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * The checks of a ClusterQueue.
 *
 * @param admissionChecks each check, and the flavors it is for
 */
public record AdmissionChecksStrategy(@ListMapKeys("name") List<AdmissionCheckStrategyRule> admissionChecks) {
    /** Fills in what the JSON left out. */
    public AdmissionChecksStrategy {
        admissionChecks = Absent.list(admissionChecks);
    }
}

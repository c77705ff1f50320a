package dev.turnstile.worker.job;

import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EvictionReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the configuration says about jobs.
 *
 * @param schedulingGates whether an annotation holds a job back before it has a Workload (KEP-6915)
 * @param keepDeactivated how long the job of a Workload that was deactivated for cause is kept; empty for ever
 */
record JobRules(boolean schedulingGates, Optional<Duration> keepDeactivated) {

    /** When the job of this Workload has to be deleted, if time alone brings that. */
    Optional<Instant> keptUntil(Workload workload) {
        if (workload.spec().active() || WorkloadFacts.reserved(workload)) {
            return Optional.empty();
        }
        return keepDeactivated.flatMap(kept -> Conditions.find(workload.status().conditions(), ConditionType.EVICTED)
                .filter(evicted -> evicted.holds() && EvictionReason.isDeactivationForCause(evicted.reason()))
                .map(evicted -> evicted.lastTransitionTime().plus(kept)));
    }
}

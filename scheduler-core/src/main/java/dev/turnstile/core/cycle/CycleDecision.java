package dev.turnstile.core.cycle;

import java.time.Instant;
import java.util.List;

/** What a cycle decided, in the order in which the heads were processed; those not nominated come last. */
public record CycleDecision(long cycle, Instant time, List<Outcome> outcomes) {
    public CycleDecision {
        outcomes = List.copyOf(outcomes);
    }
}

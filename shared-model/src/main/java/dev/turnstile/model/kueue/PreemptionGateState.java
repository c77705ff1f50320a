package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.time.Instant;

/**
 * The state of one preemption gate.
 *
 * @param name the gate
 * @param state open or closed
 * @param lastTransitionTime since when
 */
public record PreemptionGateState(String name, GateState state, Instant lastTransitionTime) {
    /** Cuts the time to whole seconds. */
    public PreemptionGateState {
        lastTransitionTime = Absent.seconds(lastTransitionTime);
    }
}

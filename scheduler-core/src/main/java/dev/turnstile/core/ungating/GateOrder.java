package dev.turnstile.core.ungating;

import java.time.Instant;
import java.util.Optional;

/**
 * One write of our gate on one replica.
 *
 * @param at when it was decided: the gate's {@code lastTransitionTime} is the time when it is sent, and never earlier
 * @param opening the decision that it carries out, where that is the opening of this one gate
 */
public record GateOrder(GateTarget target, Change change, Instant at, Optional<UngatingDecision.OpenGate> opening) {

    /** What is written. */
    public enum Change {
        /** The replica may preempt. */
        OPEN,
        /** It no longer may. */
        CLOSE,
        /** It gets the gate, which is closed. */
        ADD
    }

    GateOrder(GateTarget target, Change change, Instant at) {
        this(target, change, at, Optional.empty());
    }

    /** The cluster that is written to. */
    public String cluster() {
        return target.cluster();
    }
}

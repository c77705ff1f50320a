package dev.turnstile.manager.group;

import dev.turnstile.core.ungating.GateTarget;
import dev.turnstile.core.ungating.OpeningAttempt;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * A gate to be written in one cluster.
 *
 * @param at the time that the state is to bear
 * @param answered is told what became of it, exactly once
 */
public record GateWrite(GateTarget target, Change change, Instant at, Consumer<OpeningAttempt.Outcome> answered) {
    /** What is to be done about our gate. */
    public enum Change {
        /** It may preempt. */
        OPEN,
        /** It may not any more. */
        CLOSE,
        /** It gets the gate, which is closed. */
        ADD
    }
}

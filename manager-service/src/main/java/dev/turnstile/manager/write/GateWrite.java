package dev.turnstile.manager.write;

import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.OpeningAttempt;
import java.util.function.Consumer;

/**
 * A gate to be written in one cluster.
 *
 * @param answered is given what became of it, exactly once
 */
record GateWrite(GateOrder order, Consumer<OpeningAttempt.Outcome> answered) {}

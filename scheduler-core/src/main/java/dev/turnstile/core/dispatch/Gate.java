package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.Optional;

/**
 * State of the gate {@code kueue.x-k8s.io/multikueue} on one replica. Other gates belong to those that set them and are
 * not looked at.
 */
public sealed interface Gate {

    /** The replica has no such gate in its spec: nothing holds it back. */
    record None() implements Gate {}

    /**
     * The replica may not preempt.
     *
     * @param since its {@code lastTransitionTime}; empty where the status has no entry yet, which means closed as well
     */
    record Closed(Optional<Instant> since) implements Gate {}

    /** The replica may preempt since then. */
    record Open(Instant since) implements Gate {}
}

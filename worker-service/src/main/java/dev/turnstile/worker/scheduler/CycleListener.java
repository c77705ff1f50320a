package dev.turnstile.worker.scheduler;

import dev.turnstile.core.cycle.CycleDecision;
import java.time.Duration;

/** Hears of finished decisions; takes no part in them. */
@FunctionalInterface
public interface CycleListener {
    /** A cycle begins. */
    default void begins() {}

    /** A cycle was decided, and how long that took. */
    void decided(CycleDecision decision, Duration took);
}

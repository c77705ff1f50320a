package dev.turnstile.worker.outbound;

import java.time.Duration;
import java.time.Instant;

/**
 * Times at which something is written that comes in large numbers and is not urgent: some at once, the rest evenly.
 * Safe for any thread.
 */
final class Slots {
    private final Duration interval;
    private final Duration ahead;
    /** When the next slot would be, if none were given at once. */
    private Instant next = Instant.MIN;

    /**
     * @param interval between two slots
     * @param atOnce how many are given at once after a rest
     */
    Slots(Duration interval, int atOnce) {
        this.interval = interval;
        this.ahead = interval.multipliedBy(atOnce - 1L);
    }

    /** Gives the next slot; how long it is until then. */
    synchronized Duration take(Instant now) {
        Instant slot = next.isBefore(now) ? now : next;
        next = slot.plus(interval);
        Duration left = Duration.between(now.plus(ahead), slot);
        return left.isNegative() ? Duration.ZERO : left;
    }
}

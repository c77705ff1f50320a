package dev.turnstile.core.dispatch;

import java.time.Instant;

/**
 * A moment that a worker wrote down by its own clock.
 *
 * @param writtenAt the time as the worker wrote it: the order between workers is made from it
 * @param seenAt when this manager first saw it, by the manager's clock: waits are measured with it where the worker's
 *     clock is ahead
 */
public record Sighting(Instant writtenAt, Instant seenAt) {

    /** The earlier of the two: a worker whose clock is ahead must not stretch a wait. */
    public Instant earliest() {
        return writtenAt.isBefore(seenAt) ? writtenAt : seenAt;
    }
}

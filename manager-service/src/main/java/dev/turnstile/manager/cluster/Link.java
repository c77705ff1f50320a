package dev.turnstile.manager.cluster;

import dev.turnstile.vocabulary.ActiveReason;
import java.time.Instant;

/** How we stand with a worker cluster. */
public sealed interface Link {

    /** The first attempt is being made. */
    record Connecting(Instant since) implements Link {}

    /** Connected, and everything that it has of ours was read. */
    record Connected(Instant since) implements Link {}

    /**
     * Not connected.
     *
     * @param since the first failure of this outage
     * @param reason of the condition {@code Active=False}
     * @param message of that condition
     */
    record Down(Instant since, ActiveReason reason, String message) implements Link {}

    /** Whether it can be read and written. */
    default boolean connected() {
        return this instanceof Connected;
    }
}

package dev.turnstile.core.dispatch;

import java.time.Instant;

/** Whether a cluster can be read and written now. */
public sealed interface Connection {

    /** Connected, and its caches hold everything that the cluster had when the connection was made. */
    record Connected() implements Connection {}

    /**
     * Not connected.
     *
     * @param since the first failure of this outage; it is taken from the cluster's condition, so that a restart of the
     *     manager does not start the count again
     */
    record Disconnected(Instant since) implements Connection {}
}

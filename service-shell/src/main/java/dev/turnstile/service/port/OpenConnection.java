package dev.turnstile.service.port;

import java.time.Duration;

/**
 * A connection as it is at one moment.
 *
 * @param id of the connection
 * @param peer the address at the other end
 * @param lasting how long the phase lasts
 */
record OpenConnection(String id, String peer, Phase phase, Duration lasting) {
    /** What a connection is doing, those first that are missed least. */
    enum Phase {
        /** It has sent no whole request yet. */
        NEW,
        /** It was answered before, and a part of the next request has come. */
        ASKING,
        /** It was answered, and nothing has come since. */
        IDLE,
        /** Its request is complete up to the headers, and not answered yet. */
        SERVED
    }
}

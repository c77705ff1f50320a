package dev.turnstile.core.dispatch;

import java.time.Instant;

/** Times of one imaginary day. */
public final class Times {

    private Times() {}

    /** {@code at("12:00:03")}, {@code at("12:00:03.5")}. */
    public static Instant at(String time) {
        return Instant.parse("2026-01-01T" + time + "Z");
    }

    /** Seen when it was written. */
    public static Sighting sighting(String time) {
        return new Sighting(at(time), at(time));
    }
}

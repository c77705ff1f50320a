package dev.turnstile.core.ungating.interleavings;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Time of the small world, which passes in minutes. */
final class Minutes {
    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

    private Minutes() {}

    static Instant at(int minute) {
        return START.plus(Duration.ofMinutes(minute));
    }

    static Optional<Instant> since(int minute) {
        return minute == Site.NEVER ? Optional.empty() : Optional.of(at(minute));
    }

    static int of(Instant time) {
        return Math.toIntExact(Duration.between(START, time).toMinutes());
    }
}

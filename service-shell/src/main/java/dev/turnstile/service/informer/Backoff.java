package dev.turnstile.service.informer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after the n-th failure in a row: doubling up to a limit, and spread so that not all come back at
 * once.
 */
public record Backoff(Duration first, Duration longest) {
    private static final int LARGEST_SHIFT = 30;

    /** For requests of one connection. */
    public static final Backoff CONNECTION = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    /** For work on one key. */
    public static final Backoff KEY = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(60));

    /** Between half of the doubled time and all of it. */
    public Duration after(int failures, RandomGenerator random) {
        long base = first.toMillis() << Math.min(Math.max(failures - 1, 0), LARGEST_SHIFT);
        long limit = Math.min(base, longest.toMillis());
        return Duration.ofMillis(limit / 2 + random.nextLong(limit / 2 + 1));
    }
}

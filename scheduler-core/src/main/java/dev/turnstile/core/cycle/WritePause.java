package dev.turnstile.core.cycle;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A workload whose writes fail is left alone for a while, longer each time.
 *
 * @param until when it is tried again
 * @param failures how many have failed in a row
 * @param problem why the last one did
 */
public record WritePause(Instant until, int failures, String problem) {
    private static final Duration FIRST = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int LARGEST_SHIFT = 20;

    /** The one after another failure. */
    static WritePause after(@Nullable WritePause before, String problem, Instant now) {
        int failures = before == null ? 1 : before.failures() + 1;
        Duration length = FIRST.multipliedBy(1L << Math.min(failures - 1, LARGEST_SHIFT));
        return new WritePause(now.plus(length.compareTo(LONGEST) < 0 ? length : LONGEST), failures, problem);
    }
}

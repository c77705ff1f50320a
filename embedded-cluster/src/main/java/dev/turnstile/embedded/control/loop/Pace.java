package dev.turnstile.embedded.control.loop;

import java.time.Duration;
import java.time.Instant;

/**
 * How fast durations pass: back-offs, deadlines, a container's run. Time stamps are always the wall clock's.
 *
 * @param speed seconds of the cluster that pass in one second of the wall clock
 */
public record Pace(double speed) {
    public static final Pace REAL = new Pace(1);

    private static final Duration LONGEST = Duration.ofDays(36_500);

    public Pace {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw new IllegalArgumentException("pace " + speed + ": give a positive number, 1 for real time");
        }
    }

    /** When, on the wall clock, a duration is over that began at {@code start}. */
    public Instant after(Instant start, Duration duration) {
        return start.plus(wall(duration));
    }

    /** How long a duration takes on the wall clock. */
    public Duration wall(Duration duration) {
        var bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        return Duration.ofNanos((long) (bounded.toNanos() / speed));
    }
}

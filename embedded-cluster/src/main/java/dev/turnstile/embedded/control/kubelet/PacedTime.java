package dev.turnstile.embedded.control.kubelet;

import dev.turnstile.embedded.control.loop.Pace;
import java.time.Duration;
import java.time.Instant;

/**
 * How much of the cluster's time has passed, at a pace that may change. Immutable: a change of pace makes a new one
 * that continues where this one was.
 *
 * @param passed how much had passed at that time
 */
record PacedTime(Instant since, Duration passed, Pace pace) {

    static PacedTime starting(Instant now, Pace pace) {
        return new PacedTime(now, Duration.ZERO, pace);
    }

    /** How much has passed by then. */
    Duration at(Instant now) {
        return passed.plus(Duration.ofNanos((long) (Duration.between(since, now).toNanos() * pace.speed())));
    }

    PacedTime continuing(Instant now, Pace newPace) {
        return new PacedTime(now, at(now), newPace);
    }

    /** When that much will have passed, or had. */
    Instant when(Duration time) {
        var delta = time.minus(passed);
        return delta.isNegative() ? since.minus(pace.wall(delta.negated())) : since.plus(pace.wall(delta));
    }
}

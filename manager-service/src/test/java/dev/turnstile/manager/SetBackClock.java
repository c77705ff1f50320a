package dev.turnstile.manager;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** A machine's clock that may be set back, and that knows when it said what. */
final class SetBackClock extends Clock {
    private final Map<Instant, Instant> said = new ConcurrentHashMap<>();
    private volatile Duration setBack = Duration.ZERO;

    /** From now on it is so much behind. */
    void setBack(Duration time) {
        setBack = time;
    }

    @Override
    public Instant instant() {
        Instant now = Instant.now();
        Instant told = now.minus(setBack);
        said.put(told, now);
        return told;
    }

    /** When it said that. */
    Instant whenItSaid(Instant told) {
        return Objects.requireNonNull(said.get(told), () -> "the clock never said " + told);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("it tells instants only");
    }
}

package dev.turnstile.proof.thread;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** What a machine takes for the time of day; it may jump. */
public final class WallClock implements InstantSource {
    private static final Instant BEGINNING = Instant.parse("2026-11-02T08:00:00Z");

    private final Baton baton;
    private Duration offset = Duration.ZERO;

    /** One that is right. */
    public WallClock(Baton baton) {
        this.baton = baton;
    }

    /** Sets it wrong by that much. */
    public void jump(Duration by) {
        offset = offset.plus(by);
    }

    @Override
    public Instant instant() {
        return BEGINNING.plusNanos(baton.now()).plus(offset);
    }

    Clock asClock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return WallClock.this.instant();
            }
        };
    }
}

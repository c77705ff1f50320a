package dev.turnstile.worker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The time of certificates: goes on, and can be moved forward. Begins a while ago, so that what is made later is valid
 * now.
 */
final class MovableClock extends Clock {
    private volatile Duration offset = AdmissionCluster.AGE.negated();

    void forward(Duration by) {
        offset = offset.plus(by);
    }

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
        return Instant.now().plus(offset);
    }
}

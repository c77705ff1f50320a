package dev.turnstile.core.ungating;

import java.time.Duration;
import java.util.Optional;

/**
 * The part of the configuration that ungating depends on.
 *
 * @param orchestratedPreemption feature {@code MultiKueueOrchestratedPreemption}
 * @param singleClusterPreemptionTimeout how long one cluster has for its preemption before the next may try
 * @param nonPreemptingGracePeriod how long the first opening waits for a placement without preemption; empty where the
 *     feature {@code MultiKueuePreferNonPreempting} is off
 * @param retryInterval how long after a failed write the same gate is tried again
 */
public record UngatingSettings(
        boolean orchestratedPreemption,
        Duration singleClusterPreemptionTimeout,
        Optional<Duration> nonPreemptingGracePeriod,
        Duration retryInterval) {

    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);
    public static final Duration DEFAULT_GRACE_PERIOD = Duration.ofSeconds(30);
    public static final Duration DEFAULT_RETRY_INTERVAL = Duration.ofSeconds(5);

    public UngatingSettings {
        if (singleClusterPreemptionTimeout.isNegative() || singleClusterPreemptionTimeout.isZero()) {
            throw new IllegalArgumentException("multiKueue.singleClusterPreemptionTimeout is "
                    + singleClusterPreemptionTimeout + "; it must be positive");
        }
    }

    /** The feature on, with the time-outs that hold where the configuration says nothing. */
    public static UngatingSettings defaults() {
        return new UngatingSettings(true, DEFAULT_TIMEOUT, Optional.empty(), DEFAULT_RETRY_INTERVAL);
    }
}

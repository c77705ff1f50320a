package dev.turnstile.playground.endurance;

import java.time.Duration;
import java.util.OptionalLong;

/** A scheduler under load. */
interface SchedulerProcess extends AutoCloseable {
    boolean isAlive();

    /** Whether it has begun to work. */
    boolean isReady();

    /** How the process ended that is not running any more. */
    String end();

    /** What it has used so far. */
    Duration cpu();

    /** The most memory that it ever held, in megabytes, as the kernel counts it. */
    double peakMegabytes();

    /** How many events it did not send although it had decided to, where it counts them. */
    OptionalLong eventsDropped();

    @Override
    void close();
}

package dev.turnstile.worker.write;

import dev.turnstile.service.informer.Backoff;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long nothing is decided because the API does not answer. The pause grows once for each time that it passed
 * without an answer, however many requests failed meanwhile, and ends with a response of the API, whatever that says.
 * Used from several threads.
 */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    /** After so many pauses without an answer it is reported: a single failure among answers is none of it. */
    private static final int REPORTED = 2;

    private final RandomGenerator random;
    private int pauses;
    private @Nullable Instant until;

    Outage(RandomGenerator random) {
        this.random = random;
    }

    /** A request got no answer. */
    synchronized void unanswered(Instant now, String why) {
        Instant end = until;
        if (end != null && now.isBefore(end)) {
            return;
        }
        pauses++;
        until = now.plus(Backoff.CONNECTION.after(pauses, random));
        if (pauses == REPORTED) {
            LOG.warn("the API does not answer, so nothing is decided until it does: {}", why);
        }
    }

    /** The API answered. */
    synchronized void answered() {
        if (pauses >= REPORTED) {
            LOG.info("the API answers again");
        }
        pauses = 0;
        until = null;
    }

    /** Until when nothing is decided, or null. */
    synchronized @Nullable Instant until() {
        return until;
    }
}

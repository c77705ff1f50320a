package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.ApiStatusException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Whether a cluster that was connected still answers.
 *
 * <p>Goal: a cluster that has fallen silent is noticed within seconds, although its watches look like quiet ones, and
 * time out after minutes only. Constraints: one slow answer is no outage, since connecting again means reading
 * everything again; a server that is too busy to answer well is there. Steps: every {@link #INTERVAL}, and at once
 * where something cannot be read, a question that has {@link #PATIENCE} to be answered; where it is not, one more;
 * where that is not answered either, the cluster is lost.
 *
 * <p>Example: the network falls silent at 12:00:02. Question at 12:00:05, given up at :08, the second at :11: lost.
 */
final class Pulse {
    static final Duration INTERVAL = Duration.ofSeconds(5);
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final long NOT_ASKING = Long.MIN_VALUE;

    private final LongSupplier nanos;
    private volatile long askedAt = NOT_ASKING;
    private volatile long lastAnswerTook;
    private long due;

    /** One of a cluster that has just answered. */
    Pulse(LongSupplier nanos) {
        this.nanos = nanos;
        this.due = nanos.getAsLong() + INTERVAL.toNanos();
    }

    /** Whether it is time to ask again. */
    boolean due() {
        return nanos.getAsLong() - due >= 0;
    }

    /** How long until it is time to ask again. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, due - nanos.getAsLong()));
    }

    /**
     * Asks, and returns where the cluster is there; else throws what the last question met.
     *
     * @param doubtful whether something cannot be read, so that a refusal of any kind counts
     */
    void check(Consumer<Duration> question, boolean doubtful) {
        askedAt = nanos.getAsLong();
        try {
            try {
                question.accept(PATIENCE);
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof InterruptedIOException)) {
                    throw e;
                }
                question.accept(PATIENCE);
            }
        } catch (ApiStatusException e) {
            if (doubtful || !busy(e)) {
                throw e;
            }
        } finally {
            long now = nanos.getAsLong();
            lastAnswerTook = now - askedAt;
            askedAt = NOT_ASKING;
            due = now + INTERVAL.toNanos();
        }
    }

    private static boolean busy(ApiStatusException refusal) {
        return refusal.code() == 429 || refusal.code() >= 500;
    }

    /** How long the last answer took, or how long one is waited for where that is longer. */
    Optional<Duration> lag() {
        long asked = askedAt;
        long waiting = asked == NOT_ASKING ? 0 : nanos.getAsLong() - asked;
        long lag = Math.max(lastAnswerTook, waiting);
        return lag == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(lag));
    }
}

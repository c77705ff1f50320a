package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.RememberedUngating;
import java.time.Instant;
import java.util.Optional;

/**
 * What this process knows of its own tries to open the gate that the annotation names. It lives in memory: after a
 * restart it is empty, and then nobody knows whether an earlier try succeeded.
 *
 * @param replica uid of the replica
 * @param lastTriedAt when the last try was made
 * @param last what became of the last try
 * @param certain whether every try since the replica was chosen is known to have failed: only then can the gate not be
 *     open
 */
public record OpeningAttempt(String cluster, String replica, Instant lastTriedAt, Outcome last, boolean certain) {

    /** What became of a write. */
    public enum Outcome {
        /** The server took it. */
        WRITTEN,
        /** The server said no: not found, forbidden, invalid. Nothing was written. */
        REFUSED,
        /** The object had changed meanwhile. Nothing was written; fresh state decides. */
        CONFLICT,
        /** No answer: it may have been written. */
        UNANSWERED
    }

    /** Adds a try to what was known before. */
    public static OpeningAttempt after(
            Optional<OpeningAttempt> before, UngatingDecision.OpenGate tried, Instant now, Outcome outcome) {
        boolean sameReplica = before.filter(
                        attempt -> attempt.replica().equals(tried.target().replica()))
                .isPresent();
        boolean known = !tried.retry() || (sameReplica && before.orElseThrow().certain());
        boolean failed = outcome == Outcome.REFUSED || outcome == Outcome.CONFLICT;
        return new OpeningAttempt(tried.target().cluster(), tried.target().replica(), now, outcome, known && failed);
    }

    boolean isAbout(RememberedUngating.OneGate remembered) {
        return cluster.equals(remembered.cluster()) && replica.equals(remembered.replica());
    }
}

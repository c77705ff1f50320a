package dev.turnstile.core.dispatch;

/**
 * What a read of the remote job returned that went to the API server. A cache shows it earlier or later than the
 * replica, so nothing ends on its word.
 *
 * @param cause what the read was made for: a reading for another cause is too old
 */
public record JobReading(String cause, State state) {

    /** How the job was found. */
    public sealed interface State {

        /** At its end. */
        record Ended(Finish finish) implements State {}

        /** There, and not at its end. */
        record Unfinished() implements State {}

        /** Not there, or no longer the one that this manager made. */
        record Gone() implements State {}
    }
}

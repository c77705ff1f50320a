package dev.turnstile.service.access;

/** What the cluster says of somebody who asks. */
public sealed interface Verdict {

    /** He may. */
    record Allowed(String user) implements Verdict {}

    /** Nobody knows this token. */
    record UnknownToken() implements Verdict {}

    /** He is known, and may not. */
    record Forbidden(String user) implements Verdict {}

    /** The cluster could not be asked. */
    record Unanswered(String reason) implements Verdict {}

    /** Too many others ask. */
    record Busy() implements Verdict {}
}

package dev.turnstile.embedded.fault;

/** What becomes of one request. */
public sealed interface Verdict {
    /** It is served. */
    record Serve() implements Verdict {}

    /** It is answered with 409 Conflict, as if another writer had been faster. */
    record Conflict() implements Verdict {}

    /** It is answered with 500 Internal Error. */
    record Fail() implements Verdict {}

    /** It is answered with 429 Too Many Requests. */
    record Throttle(int retryAfterSeconds) implements Verdict {}

    /** Its connection is cut without an answer. */
    record Cut() implements Verdict {}
}

package dev.turnstile.embedded.fault;

/** What becomes of one request. */
public sealed interface FaultDecision {
    /** It is served. */
    record Serve() implements FaultDecision {}

    /** It is answered with 409 Conflict, as if another writer had been faster. */
    record ReportConflict() implements FaultDecision {}

    /** It is answered with 500 Internal Error. */
    record Fail() implements FaultDecision {}

    /** It is answered with 429 Too Many Requests. */
    record Throttle(int retryAfterSeconds) implements FaultDecision {}

    /** Its connection is cut without an answer. */
    record Cut() implements FaultDecision {}
}

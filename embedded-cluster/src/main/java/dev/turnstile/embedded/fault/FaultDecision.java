package dev.turnstile.embedded.fault;

/** What happens to one request. */
public sealed interface FaultDecision {
    record Serve() implements FaultDecision {}

    /** It gets 409 Conflict, as if another writer had been faster. */
    record ReportConflict() implements FaultDecision {}

    /** It gets 500 Internal Error. */
    record Fail() implements FaultDecision {}

    /** It gets 429 Too Many Requests. */
    record Throttle(int retryAfterSeconds) implements FaultDecision {}

    /** Its connection is closed without a response. */
    record Cut() implements FaultDecision {}
}

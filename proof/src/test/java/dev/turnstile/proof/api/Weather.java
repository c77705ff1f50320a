package dev.turnstile.proof.api;

import java.time.Duration;

/**
 * How a line treats what goes over it; shares are of 1,000 requests.
 *
 * @param latency the longest time that a request, or an answer, is on its way
 * @param lost requests that never arrive
 * @param unanswered requests that are carried out, and whose answers never arrive
 * @param twice requests that arrive twice
 * @param conflicts writes that are answered with 409
 * @param errors requests that are answered with 500 or 429
 * @param watchLag how late watches are at most
 */
public record Weather(
        Duration latency, int lost, int unanswered, int twice, int conflicts, int errors, Duration watchLag) {
    /** Nothing goes wrong. */
    public static final Weather FAIR = new Weather(Duration.ofMillis(5), 0, 0, 0, 0, 0, Duration.ofMillis(20));

    /** Slow, but nothing is lost. */
    public Weather slow(Duration slower) {
        return new Weather(slower, lost, unanswered, twice, conflicts, errors, watchLag);
    }
}

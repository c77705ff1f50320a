package dev.turnstile.core.dispatch;

import java.time.Instant;

/**
 * One reservation of the local workload: from {@code QuotaReserved=True} until it is evicted, finished, deactivated or
 * deleted.
 */
public sealed interface Life {

    /**
     * It may be placed, or is.
     *
     * @param id the time of the reservation as written in the condition. Lives are distinguished by equality only,
     *     never by order, so that a clock that is set back confuses nobody
     */
    record Present(Instant id) implements Life {}

    /**
     * It may not run anywhere: what is left of it in the clusters is removed.
     *
     * @param why in words, as in {@code it was evicted}
     */
    record Ended(String why) implements Life {}
}

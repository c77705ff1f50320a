package dev.turnstile.core.workload;

import dev.turnstile.vocabulary.EvictionReason;
import java.time.Instant;

/** The last eviction: why (as in condition {@code Evicted}), when, and whether it is still under way. */
public record Eviction(String reason, Instant at, boolean ongoing) {
    public static final String PODS_READY_TIMEOUT = EvictionReason.PODS_READY_TIMEOUT.text();
}

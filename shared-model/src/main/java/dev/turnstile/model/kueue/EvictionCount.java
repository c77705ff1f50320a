package dev.turnstile.model.kueue;

/**
 * How often a Workload was evicted for one reason.
 *
 * @param reason the reason of its condition {@code Evicted}
 * @param underlyingCause what was behind it; may be empty
 * @param count how often
 */
public record EvictionCount(String reason, String underlyingCause, int count) {}

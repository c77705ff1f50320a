package dev.turnstile.core.lifecycle;

import java.time.Instant;

/** One condition; {@code since} changes with {@code status} only. */
public record Condition(boolean status, String reason, String message, Instant since) {}

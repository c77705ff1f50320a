package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import java.time.Instant;

/** One condition; {@code since} changes with {@code status} only. */
public record Condition(boolean status, String reason, Message message, Instant since) {}

package dev.turnstile.core.lifecycle;

import java.time.Instant;

/** State of one preemption gate; {@code since} changes with {@code open} only. */
public record GateState(String name, boolean open, Instant since) {}

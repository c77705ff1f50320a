package dev.turnstile.model.kueue;

/**
 * Something that must be opened before the Workload may preempt.
 *
 * @param name who opens it
 */
public record PreemptionGate(String name) {}

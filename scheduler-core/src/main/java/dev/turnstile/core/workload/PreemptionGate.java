package dev.turnstile.core.workload;

/** A gate of KEP-8303 with its state; one without a status entry is closed. */
public record PreemptionGate(String name, boolean open) {}

package dev.turnstile.model.feature;

/** A gate that cannot be taken as it was written, and why. */
public record GateProblem(String gate, String reason) {}

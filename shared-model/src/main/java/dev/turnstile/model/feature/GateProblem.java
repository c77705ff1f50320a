package dev.turnstile.model.feature;

/** A gate that can not be taken as it was written, and why. */
public record GateProblem(String gate, String reason) {}

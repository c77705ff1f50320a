package dev.turnstile.core.dispatch;

/** Reason and message of a condition {@code Finished=True}. */
public record Finish(String reason, String message) {}

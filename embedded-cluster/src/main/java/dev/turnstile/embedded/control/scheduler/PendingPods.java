package dev.turnstile.embedded.control.scheduler;

/** How many pods wait where, as {@code scheduler_pending_pods} shows it. */
public record PendingPods(int active, int backoff, int unschedulable, int gated) {}

package dev.turnstile.embedded.control.scheduler;

/** The number of waiting pods by queue, as {@code scheduler_pending_pods} shows it. */
public record PendingPods(int active, int backoff, int unschedulable, int gated) {}

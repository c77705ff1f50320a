package dev.turnstile.core.hierarchy;

/** Whether a workload that cannot be admitted blocks those behind it. */
public enum QueueingStrategy {
    STRICT_FIFO,
    BEST_EFFORT_FIFO
}

package dev.turnstile.core.hierarchy;

/** Whether a workload that can not be admitted blocks those behind it. */
public enum QueueingStrategy {
    STRICT_FIFO,
    BEST_EFFORT_FIFO
}

package dev.turnstile.core.assignment;

/** How an assignment can be had, worst first. */
public enum Mode {
    NO_FIT,
    PREEMPT,
    FIT
}

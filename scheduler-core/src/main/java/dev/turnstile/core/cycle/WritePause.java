package dev.turnstile.core.cycle;

import java.time.Instant;

/**
 * A workload whose writes fail is left alone for a while, longer each time.
 *
 * @param until when it is tried again
 * @param failures how many have failed in a row
 * @param problem why the last one did
 */
public record WritePause(Instant until, int failures, String problem) {}

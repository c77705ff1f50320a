package dev.turnstile.embedded.control.kubelet;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What a container's program does.
 *
 * @param runsFor how long until it ends by itself
 * @param exitCode how it ends then
 * @param exitOnTerm the exit code with which it ends at once on SIGTERM; empty if it runs until it is killed, as a
 *     program without a signal handler does in a container
 */
record Program(Duration runsFor, int exitCode, OptionalInt exitOnTerm) {
    /** Longer than any embedded cluster runs. */
    static final Duration FOREVER = Duration.ofDays(36_500);

    static Program running(Duration runsFor, int exitCode) {
        return new Program(runsFor, exitCode, OptionalInt.empty());
    }
}

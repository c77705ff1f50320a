package dev.turnstile.playground.endurance;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How a process ends that this program has started. */
final class ChildProcess {
    private static final Duration LONGEST_STOP = Duration.ofSeconds(30);

    private ChildProcess() {}

    /** Ends it as an operator would: it may finish its work, but not for longer than its grace period. */
    static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

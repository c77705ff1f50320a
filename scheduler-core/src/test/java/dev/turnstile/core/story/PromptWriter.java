package dev.turnstile.core.story;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.WriteTask;
import java.time.Instant;

/** A writer whose API carries everything out at once. */
public final class PromptWriter {
    private PromptWriter() {}

    /** Writes everything that was decided. */
    public static void write(Scheduler scheduler, Instant now) {
        for (WriteTask task : scheduler.takeTasks(now)) {
            Assumption assumption = task.assumption();
            if (assumption.begin()) {
                scheduler.written(assumption, now);
            } else {
                scheduler.refused(assumption, "withdrawn", now);
            }
        }
        var _ = scheduler.takeMoved();
    }
}

package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A {@code core/v1} taint.
 *
 * @param key its key
 * @param value its value
 * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
 * @param timeAdded when it was put on, for {@code NoExecute}
 */
public record Taint(
        String key,
        @Nullable String value,
        String effect,
        @Nullable Instant timeAdded) {
    /** Cuts the time to whole seconds. */
    public Taint {
        timeAdded = Absent.secondsOrNull(timeAdded);
    }
}

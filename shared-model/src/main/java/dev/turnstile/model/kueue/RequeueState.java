package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a Workload is put back into its queue.
 *
 * @param count how often it was since it was last ready
 * @param requeueAt until when it stays away
 */
public record RequeueState(
        @Nullable Integer count, @Nullable Instant requeueAt) {
    /** Cuts the time to whole seconds. */
    public RequeueState {
        requeueAt = Absent.secondsOrNull(requeueAt);
    }
}

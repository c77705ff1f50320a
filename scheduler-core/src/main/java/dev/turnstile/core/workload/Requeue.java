package dev.turnstile.core.workload;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether an evicted workload may queue again: not while {@code held} (condition {@code Requeued=False}), and not
 * before {@code at}.
 */
public record Requeue(boolean held, @Nullable Instant at) {
    public static final Requeue NOW = new Requeue(false, null);

    public boolean allowed(Instant now) {
        Instant time = at;
        return !held && (time == null || !time.isAfter(now));
    }
}

package dev.turnstile.embedded.api;

import org.jspecify.annotations.Nullable;

/** The options of a delete. */
public record DeleteOptions(
        @Nullable Long gracePeriodSeconds,
        @Nullable Propagation propagation,
        @Nullable String uid,
        @Nullable String resourceVersion,
        boolean dryRun) {
    /** What happens to dependents. */
    public enum Propagation {
        Orphan,
        Background,
        Foreground
    }

    public static DeleteOptions background() {
        return new DeleteOptions(null, Propagation.Background, null, null, false);
    }
}

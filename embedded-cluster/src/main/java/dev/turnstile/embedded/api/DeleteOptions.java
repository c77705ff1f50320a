package dev.turnstile.embedded.api;

import org.jspecify.annotations.Nullable;

/** What a delete asks for beside the name. */
public record DeleteOptions(
        @Nullable Long gracePeriodSeconds,
        @Nullable Propagation propagation,
        @Nullable String uid,
        @Nullable String resourceVersion,
        boolean dryRun) {
    /** What becomes of the dependents. */
    public enum Propagation {
        Orphan,
        Background,
        Foreground
    }

    public static DeleteOptions background() {
        return new DeleteOptions(null, Propagation.Background, null, null, false);
    }
}

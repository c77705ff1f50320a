package dev.turnstile.worker.write;

import java.time.Duration;

/** What became of a message that was to be published, where nothing failed. */
public sealed interface Published {
    /** It is over. */
    record Done(Written written) implements Published {}

    /** It is not due yet: unless another takes its place, it is to be sent after that time. */
    record Later(Duration time) implements Published {}
}

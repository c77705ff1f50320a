package dev.turnstile.core.lifecycle;

import java.time.Instant;
import java.util.Optional;

/** What {@link Agenda} answers. */
public sealed interface Next {

    /** Nothing, until something changes or that time has come. */
    record Rest(Optional<Instant> until) implements Next {}

    /** This happens now; {@link Lifecycle} says what follows. */
    record Due(WorkloadEvent event) implements Next {}

    /** The second step of a deactivation that was announced: {@code spec.active} becomes false. */
    record Deactivate() implements Next {}

    /** It is over for so long that nobody needs it any more. */
    record Expired() implements Next {}
}

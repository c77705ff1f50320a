package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import java.util.List;

/** What a transition asks for; applied in the order of the list. */
public sealed interface Effect {

    /** One patch of the status: all of it or nothing. */
    record PatchStatus(List<StatusChange> changes) implements Effect {

        public PatchStatus {
            changes = List.copyOf(changes);
        }
    }

    /** {@code spec.active}. */
    record SetActive(boolean active) implements Effect {}

    /** The job may run, with what its admission and its checks say. */
    record StartJob() implements Effect {}

    /** The job is suspended, or its pods deleted; this message is its event {@code Stopped}. */
    record StopJob(Message message) implements Effect {}

    /** Its queue looks at it again. */
    record WakeUp() implements Effect {}

    /** Nothing of it has to be cleaned up by us any more. */
    record RemoveFinalizer() implements Effect {}

    /** An event on the workload. */
    record Announce(boolean warning, String reason, Message message) implements Effect {}
}

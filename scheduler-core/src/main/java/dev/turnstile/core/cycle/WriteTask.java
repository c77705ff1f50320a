package dev.turnstile.core.cycle;

/**
 * What the writer is to do next about an assumption. Each task ends in exactly one call of {@link Scheduler#written},
 * {@link Scheduler#refused} or {@link Scheduler#unanswered}; one about an assumption that is over changes nothing. An
 * assumption that is over before its task was taken has none.
 */
public sealed interface WriteTask {
    /** What it is about. */
    Assumption assumption();

    record Write(Assumption assumption) implements WriteTask {}

    /** Read the object: a write got no answer, and only the API knows what became of it. */
    record Read(Assumption assumption) implements WriteTask {}
}

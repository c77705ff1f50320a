package dev.turnstile.service.apply;

/** What became of a write that was not refused. */
public sealed interface WriteResult<T> {
    /** The object is as it should be; nothing was sent. */
    record Unchanged<T>() implements WriteResult<T> {}

    /** The object was changed to this. */
    record Changed<T>(T object) implements WriteResult<T> {}

    /** There is no such object any more. */
    record Missing<T>() implements WriteResult<T> {}

    /** Whether something was written. */
    default boolean changed() {
        return this instanceof Changed<T>;
    }
}

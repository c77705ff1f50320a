package dev.turnstile.service.informer;

import org.jspecify.annotations.Nullable;

/**
 * Is notified of every change of a kind, in the order in which they happened. Called while the store is locked: it only
 * notes what to do, and never blocks.
 */
@FunctionalInterface
public interface ChangeListener<T> {
    /** An object appeared ({@code before} is null), changed, or went ({@code after} is null). */
    void changed(ObjectKey key, @Nullable T before, @Nullable T after);
}

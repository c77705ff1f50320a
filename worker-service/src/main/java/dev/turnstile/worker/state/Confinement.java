package dev.turnstile.worker.state;

import org.jspecify.annotations.Nullable;

/**
 * The thread to which a state belongs: the first that uses it. Everything that uses the state checks it, in production
 * too, at the cost of reading one field.
 */
final class Confinement {
    private final String state;
    /** Null until the state is used; set once. */
    private volatile @Nullable Thread owner;

    Confinement(String state) {
        this.state = state;
    }

    /** Throws where the thread that calls is another one. */
    void check() {
        Thread current = Thread.currentThread();
        Thread known = owner;
        if (known == null) {
            owner = current;
        } else if (!known.equals(current)) {
            throw new IllegalStateException("%s belongs to thread %s, and %s uses it; use StateThread.ask or execute"
                    .formatted(state, known.getName(), current.getName()));
        }
    }
}

package dev.turnstile.core.cycle;

import org.jspecify.annotations.Nullable;

/** Which entry of a cycle is processed next. */
interface EntryOrder {

    /** The next entry, or null when all were taken. What was processed so far is in the entries' simulations. */
    @Nullable
    Entry next();
}

/**
 * The versioned object store: decides the order of writes and what a version means, from the writes alone. Knows
 * nothing of kinds; {@code dev.turnstile.embedded.api} applies it.
 */
@NullMarked
package dev.turnstile.embedded.store;

import org.jspecify.annotations.NullMarked;

/**
 * The versioned object store: decides the order of writes and what a version means, from the writes alone. Knows
 * nothing of kinds; {@code api.read} and {@code api.write} apply it.
 */
@NullMarked
package dev.turnstile.embedded.store;

import org.jspecify.annotations.NullMarked;

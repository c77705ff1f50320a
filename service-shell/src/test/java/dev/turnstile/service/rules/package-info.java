/** Holds this module to the rules of {@code dev.turnstile.rules}. */
@NullMarked
package dev.turnstile.service.rules;

import org.jspecify.annotations.NullMarked;

/**
 * Texts for people.
 *
 * <p>Decides nothing. A {@link dev.turnstile.core.message.Message} is composed where a decision is explained, written
 * where it is stored or shown, and compared as a whole; no decision looks into it.
 */
@NullMarked
package dev.turnstile.core.message;

import org.jspecify.annotations.NullMarked;

/**
 * The time of one cluster. Decides nothing: it says what time it is and runs what was asked for at a later time, faster
 * than the wall clock or only when a test moves it. Every controller, and nothing else, reads it.
 */
@NullMarked
package dev.turnstile.embedded.clock;

import org.jspecify.annotations.NullMarked;

/** The rules of this module about packages and dependencies. */
@NullMarked
package dev.turnstile.worker.rules;

import org.jspecify.annotations.NullMarked;

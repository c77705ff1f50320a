/** Breaks rules on purpose. */
@NullMarked
package dev.turnstile.worker.rules.violation;

import org.jspecify.annotations.NullMarked;

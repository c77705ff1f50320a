/** Breaks rules on purpose. */
@NullMarked
package dev.turnstile.worker.rules.violation.state;

import org.jspecify.annotations.NullMarked;

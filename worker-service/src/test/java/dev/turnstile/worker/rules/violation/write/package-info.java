/** Breaks rules on purpose. */
@NullMarked
package dev.turnstile.worker.rules.violation.write;

import org.jspecify.annotations.NullMarked;

/** Breaks rules on purpose. */
@NullMarked
package dev.turnstile.worker.rules.violation.outbound;

import org.jspecify.annotations.NullMarked;

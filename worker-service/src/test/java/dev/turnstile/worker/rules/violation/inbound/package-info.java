/** Breaks rules on purpose. */
@NullMarked
package dev.turnstile.worker.rules.violation.inbound;

import org.jspecify.annotations.NullMarked;

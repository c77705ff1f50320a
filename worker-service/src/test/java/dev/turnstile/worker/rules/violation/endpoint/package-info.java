/** Breaks rules on purpose. */
@NullMarked
package dev.turnstile.worker.rules.violation.endpoint;

import org.jspecify.annotations.NullMarked;

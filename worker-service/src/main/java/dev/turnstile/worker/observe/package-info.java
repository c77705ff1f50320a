/** Observers of finished decisions: a line in the log, and a span for each cycle. They take no part in a decision. */
@NullMarked
package dev.turnstile.worker.observe;

import org.jspecify.annotations.NullMarked;

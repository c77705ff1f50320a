/**
 * What a worker-service does in a second, and how soon it answers, beside a bare client of the same API server on the
 * same machine. Prints figures and ratios; decides nothing.
 */
@NullMarked
package dev.turnstile.worker.benchmark;

import org.jspecify.annotations.NullMarked;

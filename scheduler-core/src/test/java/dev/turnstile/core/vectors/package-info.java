/** Replays recorded scheduling stories and compares what the core does with what was recorded. */
@NullMarked
package dev.turnstile.core.vectors;

import org.jspecify.annotations.NullMarked;

/** Simulated time: how fast the scheduler is, and how well it uses a cluster. */
@NullMarked
package dev.turnstile.core.baseline;

import org.jspecify.annotations.NullMarked;

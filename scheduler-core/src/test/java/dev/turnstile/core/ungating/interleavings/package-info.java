/** Every order in which the steps of opening gates can follow each other in a small world. */
@NullMarked
package dev.turnstile.core.ungating.interleavings;

import org.jspecify.annotations.NullMarked;

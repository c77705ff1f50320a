/**
 * How much more than its own a node of the cohort tree uses, and who is next when shares are to be fair.
 *
 * <p>Decides the order of a cycle's entries and of the queues that victims are taken from. The cycle and the victim
 * search apply it.
 */
@NullMarked
package dev.turnstile.core.fairsharing;

import org.jspecify.annotations.NullMarked;

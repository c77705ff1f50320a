/**
 * What the controllers write with: requests, the events about them, and the time that both carry.
 *
 * <p>It decides nothing and never sees the core. {@link dev.turnstile.worker.write.WriteQueue} sends one request about
 * an object after the other, those about different objects side by side, and reports through
 * {@link dev.turnstile.worker.write.WriteResults} what became of each: written, refused or unanswered, about the very
 * thing that it was given for.
 */
@NullMarked
package dev.turnstile.worker.write;

import org.jspecify.annotations.NullMarked;

/**
 * Applies the steps of a plan, and decides nothing: {@link dev.turnstile.manager.write.GroupWriter} takes them in their
 * order. What goes to our own cluster is written at once ({@link dev.turnstile.manager.write.WorkloadWriter},
 * {@link dev.turnstile.manager.write.CopyWriters}); what goes to a worker cluster is handed to its
 * {@link dev.turnstile.manager.write.Lane}, so that a slow cluster delays no other. What comes back of a write is
 * {@link dev.turnstile.manager.write.WriteFeedback}; who only wants to know is a
 * {@link dev.turnstile.manager.write.GroupListener}.
 */
@NullMarked
package dev.turnstile.manager.write;

import org.jspecify.annotations.NullMarked;

/**
 * What is written of a decision: the status that a Workload gets from it, and the events.
 *
 * <p>The core decides what follows from an event ({@link dev.turnstile.worker.outbound.Transitions} translates), and
 * each decision is held against the Workload as it is when it is written.
 * {@link dev.turnstile.worker.outbound.DecisionWriter} makes requests of decisions and gives them to
 * {@link dev.turnstile.worker.write.WriteQueue}, which knows nothing of the core.
 */
@NullMarked
package dev.turnstile.worker.outbound;

import org.jspecify.annotations.NullMarked;

/**
 * What is written of a decision: the status that a Workload gets from it, and the events.
 *
 * <p>The core decides what follows from an event ({@link dev.turnstile.worker.outbound.Transitions} translates), and
 * each decision is held against the Workload as it is when it is written.
 * {@link dev.turnstile.worker.outbound.DecisionWriter} writes one decision on a Workload after the other, those on
 * different Workloads side by side, and reports to the state what became of each.
 */
@NullMarked
package dev.turnstile.worker.outbound;

import org.jspecify.annotations.NullMarked;

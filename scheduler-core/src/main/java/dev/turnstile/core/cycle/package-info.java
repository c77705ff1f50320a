/**
 * One scheduling cycle as a function: snapshot, heads and time in, decisions out.
 *
 * <p>{@link dev.turnstile.core.cycle.SchedulingCycle} decides; {@link dev.turnstile.core.cycle.Scheduler} keeps books
 * and queues, is notified of what happens in the cluster, runs cycles and carries their decisions into its own books at
 * once. A worker writes them to the API server and reports what became of each; until then they are assumed, and
 * {@link dev.turnstile.core.cycle.Assumption} identifies them. {@code Assumptions} owns their life.
 */
@NullMarked
package dev.turnstile.core.cycle;

import org.jspecify.annotations.NullMarked;

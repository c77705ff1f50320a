/**
 * Who has to give way so that a workload fits: the victims of classic preemption and of fair sharing.
 *
 * <p>Decides from one tree of a snapshot (through a simulation), the preemptor and what it asks for; evicts nobody. The
 * cycle puts the answer into its decision.
 */
@NullMarked
package dev.turnstile.core.preemption;

import org.jspecify.annotations.NullMarked;

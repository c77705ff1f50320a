/**
 * Which flavor each resource of a workload gets, and why not another.
 *
 * <p>Decides from one tree of a snapshot (through a simulation) and the workload. The answer carries its own
 * explanation: what was tried, how it turned out and what is missing. The cycle applies it.
 */
@NullMarked
package dev.turnstile.core.assignment;

import org.jspecify.annotations.NullMarked;

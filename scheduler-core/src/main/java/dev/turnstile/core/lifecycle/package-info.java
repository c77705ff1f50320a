/**
 * The life of a workload in its own cluster, as a state machine that returns its effects.
 *
 * <p>Decides: which conditions, gates, checks and counters change together, and what happens to the job, on every
 * event. From: a {@link dev.turnstile.core.lifecycle.WorkloadState}, a
 * {@link dev.turnstile.core.lifecycle.WorkloadEvent} and the time. Applied by: the worker-service; each
 * {@link dev.turnstile.core.lifecycle.Effect.PatchStatus} is one patch, effects are applied in the order of the list.
 *
 * <p>The new state is the old one with the effects applied, and its phase is read from its conditions: a restart loses
 * nothing.
 */
@NullMarked
package dev.turnstile.core.lifecycle;

import org.jspecify.annotations.NullMarked;

/**
 * The life of a Workload between its creation and its end, apart from scheduling and running.
 *
 * <p>The core decides: its {@link dev.turnstile.core.lifecycle.Agenda} which event is due, its
 * {@link dev.turnstile.core.lifecycle.Lifecycle} what follows from one. This package looks up what the core asks for
 * ({@link dev.turnstile.worker.workload.Lookups}), has what is due written
 * ({@link dev.turnstile.worker.workload.WorkloadReconciler}), and translates for the scheduler and the job
 * integrations, who have events of their own ({@link dev.turnstile.worker.outbound.Transitions}).
 */
@NullMarked
package dev.turnstile.worker.workload;

import org.jspecify.annotations.NullMarked;

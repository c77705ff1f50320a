/**
 * The life of a Workload between its creation and its end, apart from scheduling and running.
 *
 * <p>{@link dev.turnstile.worker.workload.Transitions} says what a status looks like after each event: one function per
 * event, the fields that belong together in one answer. {@link dev.turnstile.worker.workload.WorkloadStep} decides from
 * a Workload and its queues which of them is due; {@link dev.turnstile.worker.workload.WorkloadReconciler} has it
 * written. The scheduler and the job integrations use the same functions for what is theirs.
 */
@NullMarked
package dev.turnstile.worker.workload;

import org.jspecify.annotations.NullMarked;

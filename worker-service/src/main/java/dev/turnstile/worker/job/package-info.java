/**
 * Jobs and their Workloads: made, started, stopped and finished together.
 *
 * <p>{@link dev.turnstile.worker.job.JobReconciler} is the same for every kind of job; what is particular to one stands
 * in an {@link dev.turnstile.worker.job.Integration}: how it is suspended, which pods it asks for, where nodes and
 * tolerations go. {@link dev.turnstile.worker.job.BatchJob} is the one for Kubernetes' own Jobs. A further kind needs a
 * class like it and its registration as a bean. Kinds that can not be suspended bring their own
 * {@link dev.turnstile.worker.job.JobController}.
 */
@NullMarked
package dev.turnstile.worker.job;

import org.jspecify.annotations.NullMarked;

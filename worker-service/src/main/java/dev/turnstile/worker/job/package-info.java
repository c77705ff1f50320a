/**
 * Jobs and their Workloads: made, started, stopped and finished together.
 *
 * <p>For each job, {@code JobDecision} decides from a {@code JobView} on one {@code JobStep}, and {@code JobWriter}
 * carries it out; all are the same for every kind of job. What is particular to one stands in an
 * {@link dev.turnstile.worker.job.Integration}: how it is suspended, which pods it requests, where node selectors and
 * tolerations go. {@link dev.turnstile.worker.job.BatchJob} is the one for Kubernetes' own Jobs. A further kind needs a
 * class like it and its registration as a bean. Kinds that cannot be suspended bring their own
 * {@link dev.turnstile.worker.job.JobController}.
 */
@NullMarked
package dev.turnstile.worker.job;

import org.jspecify.annotations.NullMarked;

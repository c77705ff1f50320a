/**
 * Which step a Job takes next. {@link dev.turnstile.embedded.control.job.JobReconciliation} decides it from the Job,
 * the pods that it owns and the time, one step at a time; {@link dev.turnstile.embedded.control.job.JobController}
 * applies the step through the API and requeues the Job, until there is nothing to do.
 */
@NullMarked
package dev.turnstile.embedded.control.job;

import org.jspecify.annotations.NullMarked;

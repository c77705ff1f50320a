/**
 * What an administrator may ask a running worker: how its queues stand, and why a Workload does not run.
 *
 * <p>{@link dev.turnstile.worker.endpoint.Inspection} finds the answers, from the stores and the scheduler's books,
 * without changing anything; {@link dev.turnstile.worker.endpoint.Reasoning} puts a decision into fields. Who may ask,
 * the shell decides.
 */
@NullMarked
package dev.turnstile.worker.endpoint;

import org.jspecify.annotations.NullMarked;

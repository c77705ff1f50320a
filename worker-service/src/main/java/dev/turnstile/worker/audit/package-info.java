/**
 * Compares the scheduler's state with what it was made of, while the service runs.
 *
 * <p>{@link dev.turnstile.worker.audit.SumRules} and {@link dev.turnstile.worker.audit.QueueRules} decide what must not
 * be, each from a picture alone. {@link dev.turnstile.worker.audit.QueueCheck} takes the pictures, in short tasks on
 * the scheduler's thread, and has a Workload read again and requeued. When and what then, is decided in
 * {@link dev.turnstile.service.audit}.
 */
@NullMarked
package dev.turnstile.worker.audit;

import org.jspecify.annotations.NullMarked;

/**
 * Runs the core's cycles and has their decisions written.
 *
 * <p>{@link dev.turnstile.worker.scheduler.SchedulerLoop} runs cycles on the state's thread as long as they lead to
 * something, and sleeps otherwise. {@link dev.turnstile.worker.scheduler.DecisionWriter} writes what was decided, one
 * Workload after the other but many side by side, and reports to the cache what became of it.
 */
@NullMarked
package dev.turnstile.worker.scheduler;

import org.jspecify.annotations.NullMarked;

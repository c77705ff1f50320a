/**
 * What the scheduler knows, the one thread that may change it, and the cycles that run on it.
 *
 * <p>The thread is notified of which objects changed, reads them from the stores when its turn comes, and hands them to
 * the core; several changes of one object count once. When nothing is left to take note of,
 * {@link dev.turnstile.worker.state.SchedulerLoop} runs cycles as long as they lead to something, and sleeps otherwise.
 * What is decided goes out through {@link dev.turnstile.worker.state.Decisions}, which {@code outbound} implements.
 * What comes back is what became of each decision, written, refused or unanswered, about that very decision. The counts
 * that statuses and metrics show follow the places in which the scheduler has the workloads.
 */
@NullMarked
package dev.turnstile.worker.state;

import org.jspecify.annotations.NullMarked;

/**
 * What the scheduler knows, and the one thread that may change it.
 *
 * <p>The thread is told which objects changed, reads them from the stores when its turn comes, translates them and
 * hands them to the core; several changes of one object count once. When nothing is left to take note of, the scheduler
 * gets its turn on the same thread. What comes back from outside is what became of each decision, written, refused or
 * unanswered, about that very decision. The counts that statuses and metrics show follow the places in which the
 * scheduler has the workloads.
 */
@NullMarked
package dev.turnstile.worker.cache;

import org.jspecify.annotations.NullMarked;

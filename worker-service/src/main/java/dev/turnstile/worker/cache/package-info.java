/**
 * What the scheduler knows, and the one thread that may change it.
 *
 * <p>The thread is told which objects changed, reads them from the stores when its turn comes, translates them and
 * hands them to the core; several changes of one object count once. When nothing is left to take note of, the scheduler
 * gets its turn on the same thread. Two things come back from outside: an admission or an eviction that could not be
 * written. Beside the core's books it keeps the counts that the queues' statuses and metrics show.
 */
@NullMarked
package dev.turnstile.worker.cache;

import org.jspecify.annotations.NullMarked;

/**
 * The extension point in front of the queues: a bean may hold a Workload before it queues.
 *
 * <p>{@link dev.turnstile.worker.enqueue.PreEnqueue} is what a bean implements,
 * {@link dev.turnstile.worker.enqueue.PreEnqueueGates} asks all of them, each again only on the events that it declared
 * or for the keys that it signalled. {@link dev.turnstile.worker.enqueue.StoppedQueues} is the first of them. The cache
 * applies the answers, on the scheduler's thread.
 */
@NullMarked
package dev.turnstile.worker.enqueue;

import org.jspecify.annotations.NullMarked;

/**
 * Why a workload waits.
 *
 * <p>{@link dev.turnstile.core.waiting.Wait} is the one model of it: a cause, its reason as the API spells it, a
 * message for people, and what would change it. The scheduler, the life cycle and pre-enqueue gates make such values;
 * conditions, events, metrics, endpoints and the manager's check message are made from them.
 * {@link dev.turnstile.core.waiting.StoredWait} reads one back from a condition, and
 * {@link dev.turnstile.core.waiting.QueueAccess} is the rule for queues that are missing, stopped or inactive.
 */
@NullMarked
package dev.turnstile.core.waiting;

import org.jspecify.annotations.NullMarked;

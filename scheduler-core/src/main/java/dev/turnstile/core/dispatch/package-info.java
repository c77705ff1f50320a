/**
 * What a dispatched workload is (a {@link dev.turnstile.core.dispatch.Group}: the local workload and what is known of
 * it in every cluster), and to which clusters it is offered.
 *
 * <p>Decides: the value of {@code status.nominatedClusterNames}. From: a group and the time. Applied by: the
 * manager-service, which writes the field; {@code placement} then decides which replicas that means, {@code ungating}
 * which of them may preempt.
 *
 * <p>A further dispatcher is one class that implements {@link dev.turnstile.core.dispatch.Dispatcher}; see
 * {@code docs/manager-decisions.md}.
 */
@NullMarked
package dev.turnstile.core.dispatch;

import org.jspecify.annotations.NullMarked;

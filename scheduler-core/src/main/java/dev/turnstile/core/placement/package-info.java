/**
 * Where a dispatched workload runs: which replica won, what is created and removed in the clusters, when a winner
 * counts as lost.
 *
 * <p>Decides: {@code status.clusterName}, the state and message of the MultiKueue check, the life of replicas and
 * remote jobs. From: a {@link dev.turnstile.core.dispatch.Group} and the time. Applied by: the manager-service, effect
 * by effect in the order of the list.
 */
@NullMarked
package dev.turnstile.core.placement;

import org.jspecify.annotations.NullMarked;

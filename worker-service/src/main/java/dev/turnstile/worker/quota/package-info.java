/**
 * What users see of quota: statuses of ClusterQueues, LocalQueues and Cohorts, and the finalizers that keep what is in
 * use.
 *
 * <p>{@link dev.turnstile.worker.quota.QueueConditions} says whether a queue admits and why not;
 * {@link dev.turnstile.worker.quota.QueueUsage} turns counts into statuses. The reconcilers write each at most once a
 * second.
 */
@NullMarked
package dev.turnstile.worker.quota;

import org.jspecify.annotations.NullMarked;

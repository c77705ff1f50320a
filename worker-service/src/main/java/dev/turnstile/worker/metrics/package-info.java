/**
 * What operators measure, under the names and labels of Kueue's metrics.
 *
 * <p>Nothing here takes part in a decision. What happens is counted from finished decisions
 * ({@link dev.turnstile.worker.metrics.DecisionMetrics}) and from Workloads that changed
 * ({@link dev.turnstile.worker.metrics.WorkloadMetrics}); what is so now is read when it is asked for
 * ({@link dev.turnstile.worker.metrics.QueueLevels}, {@link dev.turnstile.worker.metrics.WorkloadLevels}), so that no
 * series outlives its queue. {@link dev.turnstile.worker.metrics.WorkerMetrics} puts them into one scrape, each with
 * the role of this replica.
 */
@NullMarked
package dev.turnstile.worker.metrics;

import org.jspecify.annotations.NullMarked;

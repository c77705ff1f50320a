/**
 * Between API objects and the core's views, in both directions, and nothing else: no decision is made here.
 *
 * <p>Inbound: quotas, flavors, cohorts and Workloads become what the core computes with; amounts become whole numbers
 * (cpu in thousandths). Outbound: an admission becomes the fields of a Workload's status. {@code cache} calls the
 * first, {@code scheduler} the second.
 */
@NullMarked
package dev.turnstile.worker.translate;

import org.jspecify.annotations.NullMarked;

/**
 * What is read, and how the core sees it; no decision is made here.
 *
 * <p>The stores of all kinds, facts about a Workload, and the way in: quotas, flavors, cohorts and Workloads become
 * what the core computes with, and amounts become whole numbers (cpu in thousandths). {@code state} calls it on each
 * change.
 */
@NullMarked
package dev.turnstile.worker.inbound;

import org.jspecify.annotations.NullMarked;

/**
 * Which workloads wait, in which order, and which of them are parked.
 *
 * <p>Decides the heads of a cycle from what a shell and the cycles report: workloads that come, change and go, and
 * events that may have freed quota.
 */
@NullMarked
package dev.turnstile.core.queue;

import org.jspecify.annotations.NullMarked;

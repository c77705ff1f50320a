/**
 * Who waits, in which order, and who is not worth asking at the moment.
 *
 * <p>Decides the heads of a cycle from what a shell and the cycles report: workloads that come, change and go, and
 * events that may have freed quota.
 */
@NullMarked
package dev.turnstile.core.queue;

import org.jspecify.annotations.NullMarked;

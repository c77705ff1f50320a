/**
 * Which replica of a waiting workload may preempt, and when (KEP-8303).
 *
 * <p>Decides: which gate {@code kueue.x-k8s.io/multikueue} is opened, the value of the annotation
 * {@code kueue.x-k8s.io/multikueue-last-ungated}, and when to look again. From: a
 * {@link dev.turnstile.core.dispatch.Group}, what became of this process's last attempt to open a gate, and the time.
 * Applied by: the manager-service, which writes the annotation first and the gate second, each guarded by the version
 * of the view that the decision was made from.
 */
@NullMarked
package dev.turnstile.core.ungating;

import org.jspecify.annotations.NullMarked;

/**
 * Single pods and pod groups that wait for quota.
 *
 * <p>A {@link dev.turnstile.worker.pod.PodUnit} is what shares one Workload: a pod, or the pods of a group.
 * {@link dev.turnstile.worker.pod.PodDecision} says from the unit, its Workload and the time what to do next, as a
 * {@link dev.turnstile.worker.pod.PodStep}; {@link dev.turnstile.worker.pod.PodReconciler} has it written. Pods cannot
 * be suspended: they wait behind a scheduling gate, and to stop one is to delete it. So a group whose pods were stopped
 * needs others from its maker.
 */
@NullMarked
package dev.turnstile.worker.pod;

import org.jspecify.annotations.NullMarked;

/**
 * Nodes without machines. {@link dev.turnstile.embedded.control.kubelet.PodTimeline} decides the state of a pod after
 * some time on its node, from the pod alone; {@link dev.turnstile.embedded.control.kubelet.Kubelet} keeps the nodes
 * alive and reports the state, as an ordinary client of any Kubernetes API.
 */
@NullMarked
package dev.turnstile.embedded.control.kubelet;

import org.jspecify.annotations.NullMarked;

/**
 * Which pod is bound to which node, and when a pod is tried (KEP-3521).
 * {@link dev.turnstile.embedded.control.scheduler.SchedulingQueue} decides which pod is tried next, from pods, cluster
 * events and the time; {@link dev.turnstile.embedded.control.scheduler.Placement} decides where it fits, from the pod
 * and the nodes; {@link dev.turnstile.embedded.control.scheduler.PodScheduler} passes them its watch events, and binds.
 * Plug-ins take part at the extension points {@code PreEnqueue} and {@code Filter}.
 */
@NullMarked
package dev.turnstile.embedded.control.scheduler;

import org.jspecify.annotations.NullMarked;

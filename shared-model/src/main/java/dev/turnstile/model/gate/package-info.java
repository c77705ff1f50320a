/**
 * Preemption gates (KEP-8303): what holds a Workload back from preempting.
 *
 * <p>Decides which gates of a Workload are closed, and what the list of states looks like after one was added, opened
 * or closed, from the gates of its spec, the states of its status and the time. The scheduler asks; the workload
 * controller and manager-service write what comes out.
 */
@NullMarked
package dev.turnstile.model.gate;

import org.jspecify.annotations.NullMarked;

/**
 * A dispatched workload: the local one and what is of it in worker clusters.
 *
 * <p>Decides nothing itself: {@link dev.turnstile.manager.group.GroupReader} joins what is known into one value, the
 * core decides on it, {@link dev.turnstile.manager.group.GroupReconciler} writes in our own cluster and
 * {@link dev.turnstile.manager.group.Lane} in one worker cluster. What differs between kinds of jobs is in
 * {@link dev.turnstile.manager.group.Copying}. One event of a group causes work for that group only.
 */
@NullMarked
package dev.turnstile.manager.group;

import org.jspecify.annotations.NullMarked;

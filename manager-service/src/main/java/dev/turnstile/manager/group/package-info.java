/**
 * A dispatched workload: the local one and what is of it in worker clusters.
 *
 * <p>Decides nothing: {@link dev.turnstile.manager.group.GroupReader} joins what is known into one value, with what
 * this process remembers of it ({@link dev.turnstile.manager.group.GroupMemory}). The reconciler alone has
 * {@link dev.turnstile.manager.group.GroupMemories}; everybody else reads through
 * {@link dev.turnstile.manager.group.GroupsNow}, which changes nothing.
 */
@NullMarked
package dev.turnstile.manager.group;

import org.jspecify.annotations.NullMarked;

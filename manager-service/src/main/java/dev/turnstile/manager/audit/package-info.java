/**
 * Compares what the manager knows of dispatched workloads with what its decisions should have left, while it runs.
 *
 * <p>What is a fault is decided in {@link dev.turnstile.core.placement.GroupFault}, from a group alone.
 * {@link dev.turnstile.manager.audit.GroupCheck} reads the groups, and leaves out those on which work is under way.
 * {@link dev.turnstile.manager.audit.RemoteStoreCheck} compares what was read in worker clusters with lists. When a
 * difference is a fault, and what follows, is decided in {@link dev.turnstile.service.audit}.
 */
@NullMarked
package dev.turnstile.manager.audit;

import org.jspecify.annotations.NullMarked;

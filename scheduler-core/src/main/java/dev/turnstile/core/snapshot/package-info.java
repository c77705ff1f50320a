/**
 * What is reserved in the cluster, as a value that costs what changed since the last one.
 *
 * <p>{@link dev.turnstile.core.snapshot.Ledger} is notified of what happens and returns an immutable
 * {@link dev.turnstile.core.snapshot.Snapshot}, which shares everything that did not change with the one before.
 * {@link dev.turnstile.core.snapshot.Simulation} is scratch paper on top of one tree of a snapshot, and undoes itself.
 */
@NullMarked
package dev.turnstile.core.snapshot;

import org.jspecify.annotations.NullMarked;

/**
 * Garbage collection: decides, from the origin label and what is in our own cluster, which groups in worker clusters
 * are left of workloads that are gone, and has them looked at. What is removed is decided and written as for any group.
 */
@NullMarked
package dev.turnstile.manager.collect;

import org.jspecify.annotations.NullMarked;

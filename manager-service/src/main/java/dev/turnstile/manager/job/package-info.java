/**
 * The jobs and pods of dispatched workloads.
 *
 * <p>Decides what a Workload was made for, what its copy in the winning cluster looks like, and what of the copy's
 * status the local one says. From: the local Workload, its job or pods, and the status of the remote ones. Pure
 * functions; who writes is {@code group}.
 */
@NullMarked
package dev.turnstile.manager.job;

import org.jspecify.annotations.NullMarked;

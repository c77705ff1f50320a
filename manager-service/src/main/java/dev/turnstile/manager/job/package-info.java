/**
 * The job of a dispatched workload.
 *
 * <p>Decides what its copy in the winning cluster looks like, and what of the copy's status the local job says. From:
 * the local job, its Workload and the remote job's status. Pure functions; who writes is {@code group}.
 */
@NullMarked
package dev.turnstile.manager.job;

import org.jspecify.annotations.NullMarked;

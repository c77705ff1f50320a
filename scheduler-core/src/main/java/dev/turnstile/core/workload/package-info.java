/**
 * What the scheduler knows of one workload, and the order in which workloads wait.
 *
 * <p>Views only: a shell translates API objects into them. Decides whether a workload is well-formed, who of two comes
 * first, and whether two of them would be treated alike.
 */
@NullMarked
package dev.turnstile.core.workload;

import org.jspecify.annotations.NullMarked;

/**
 * ClusterQueues, Cohorts and flavors as the scheduler sees them, and the forest that the cohorts form.
 *
 * <p>Decides who belongs below whom, which cohorts run in a circle, and why a ClusterQueue cannot be used. A shell
 * reports the latter as conditions.
 */
@NullMarked
package dev.turnstile.core.hierarchy;

import org.jspecify.annotations.NullMarked;

/**
 * From the objects of the API to the values that decisions are made from: what each cluster has under the names of a
 * Workload and of its job. Pure functions of what was read; {@link dev.turnstile.manager.group.GroupReader} joins the
 * values of all clusters into one group.
 */
@NullMarked
package dev.turnstile.manager.inbound;

import org.jspecify.annotations.NullMarked;

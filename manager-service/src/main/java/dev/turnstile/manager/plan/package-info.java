/**
 * Decides the next steps of a group, from the group, the configuration, what this process knows of its own writes to
 * gates, and the time. {@link dev.turnstile.manager.plan.GroupPlan} joins the decisions of the core (placement,
 * nomination, gates) into one list of {@link dev.turnstile.manager.plan.GroupStep}s, in the order in which they are
 * written. Pure; the steps are applied by {@link dev.turnstile.manager.write}.
 */
@NullMarked
package dev.turnstile.manager.plan;

import org.jspecify.annotations.NullMarked;

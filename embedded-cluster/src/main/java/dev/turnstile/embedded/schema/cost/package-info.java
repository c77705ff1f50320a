/**
 * Estimates, before it ever runs, what a rule of a custom resource definition costs at most: from its checked syntax
 * tree and from how large the schema lets its values be. Kubernetes refuses definitions whose rules could cost more
 * than a budget, and what it accepts has to be accepted here, so prices and quirks are those of kube-apiserver 1.36.
 * {@code embedded.schema} holds the estimates against the budgets.
 */
@NullMarked
package dev.turnstile.embedded.schema.cost;

import org.jspecify.annotations.NullMarked;

/**
 * Estimates, before it ever runs, what a rule of a custom resource definition costs at most: from its checked syntax
 * tree and from how large the schema lets its values be. Kubernetes refuses definitions whose rules could cost more
 * than a budget, and definitions that it accepts must be accepted here, so prices and quirks are those of
 * kube-apiserver 1.36. {@code schema} compares the estimates with the budgets.
 */
@NullMarked
package dev.turnstile.cel.cost;

import org.jspecify.annotations.NullMarked;

/**
 * The ClusterRoles for people that every cluster has, and those that are made of others. Decides the rules of a
 * ClusterRole with an aggregation rule from the labels of all others, and applies them itself.
 */
@NullMarked
package dev.turnstile.embedded.control.access;

import org.jspecify.annotations.NullMarked;

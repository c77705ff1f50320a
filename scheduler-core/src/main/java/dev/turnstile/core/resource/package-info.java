/**
 * Amounts of resources and the names they are counted under.
 *
 * <p>Decides how amounts add up (they saturate, never wrap), how a request or a usage is ordered, and how an amount is
 * written for people. Everything else in the core counts with these types; nobody applies them to a cluster.
 */
@NullMarked
package dev.turnstile.core.resource;

import org.jspecify.annotations.NullMarked;

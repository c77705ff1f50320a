/**
 * A fleet that runs a scenario: clusters, the production services in them, users and faults at their times, and what
 * must hold after every step and when everything has come to rest.
 */
@NullMarked
package dev.turnstile.proof.world;

import org.jspecify.annotations.NullMarked;

/**
 * API servers of a simulated world, and what lies between them and their clients. They keep JSON, count versions, keep
 * finalizers and preconditions, and log changes for watches; the rules of kinds that a fleet can break are checked.
 */
@NullMarked
package dev.turnstile.proof.api;

import org.jspecify.annotations.NullMarked;

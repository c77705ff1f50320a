/**
 * Decides which kinds are served, from the built-in kinds and the stored CustomResourceDefinitions; {@code api.http}
 * and {@code api.local} look every request's kind up here.
 */
@NullMarked
package dev.turnstile.embedded.api.crd;

import org.jspecify.annotations.NullMarked;

/**
 * The API proper: decides what a request means and whether it is allowed, from the request, the registry of
 * {@link dev.turnstile.embedded.api.ResourceType}s and the stored objects; {@code dev.turnstile.embedded.store} applies
 * it.
 */
@NullMarked
package dev.turnstile.embedded.api;

import org.jspecify.annotations.NullMarked;

/**
 * Decides what gets and lists return, from the store and a request's selectors, version and page; {@code api.http} and
 * {@code api.local} apply it.
 */
@NullMarked
package dev.turnstile.embedded.api.read;

import org.jspecify.annotations.NullMarked;

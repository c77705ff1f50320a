/**
 * Decides what a request means, from its path, query, headers and body: the resource, the options of the write, which
 * unknown fields are refused. The handlers in {@code api.http} apply it.
 */
@NullMarked
package dev.turnstile.embedded.api.request;

import org.jspecify.annotations.NullMarked;

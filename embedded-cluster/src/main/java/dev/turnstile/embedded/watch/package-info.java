/**
 * Decides which event each change is for one watcher, from the changes of a shelf and the watcher's selectors: for a
 * watcher, an object that no longer matches its selectors is deleted. {@code api.http} and {@code api.local} send the
 * events.
 */
@NullMarked
package dev.turnstile.embedded.watch;

import org.jspecify.annotations.NullMarked;

/**
 * What one watcher sees: decides, from the changes of a shelf and the watcher's selectors, which event each change is
 * to it (an object that stops meeting the selectors is deleted, to that watcher). {@code dev.turnstile.embedded.api}
 * sends them.
 */
@NullMarked
package dev.turnstile.embedded.watch;

import org.jspecify.annotations.NullMarked;

/**
 * What a person sees of the fleet in a browser: pages and a stream of changes. Decides nothing and writes nothing; it
 * shows what the controllers know, to those whom the cluster allows the path {@code /console/api/}.
 *
 * <p>{@link dev.turnstile.manager.console.ConsoleView} is the whole picture as a value;
 * {@link dev.turnstile.manager.console.ViewChange} what differs between two of them, which is all that is sent.
 */
@NullMarked
package dev.turnstile.manager.console;

import org.jspecify.annotations.NullMarked;

/**
 * Events: what users read below their objects in {@code kubectl describe}.
 *
 * <p>Decides what every reason and every speaker is called, as Kueue's users grep them; the services say them, each
 * once for a fact.
 */
@NullMarked
package dev.turnstile.model.event;

import org.jspecify.annotations.NullMarked;

/**
 * Between the API's objects and what the core decides on.
 *
 * <p>Inbound: a Workload of our own cluster becomes a {@link dev.turnstile.core.dispatch.LocalWorkload}, one of a
 * worker cluster a {@link dev.turnstile.core.dispatch.Remote}. Outbound: decisions become patches and objects to
 * create. Pure functions; who writes is {@code group}.
 */
@NullMarked
package dev.turnstile.manager.translate;

import org.jspecify.annotations.NullMarked;

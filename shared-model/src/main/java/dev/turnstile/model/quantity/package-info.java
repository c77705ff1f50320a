/**
 * Amounts of resources as Kubernetes writes them: {@code 500m}, {@code 4}, {@code 1536Mi}, {@code 1e3}.
 *
 * <p>Decides what a text means, how two amounts compare and add up, and how the result is printed, from the text alone.
 * The rules are those of Kubernetes' {@code resource.Quantity}; where that differs from itself between its two internal
 * representations, or loses a value, {@link dev.turnstile.model.quantity.Quantity} says what it does instead. The
 * records of {@code dev.turnstile.model.kueue} carry quantities; the services translate them into the core's plain
 * numbers.
 */
@NullMarked
package dev.turnstile.model.quantity;

import org.jspecify.annotations.NullMarked;

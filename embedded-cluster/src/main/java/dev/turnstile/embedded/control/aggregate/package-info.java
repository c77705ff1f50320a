/**
 * Whether extension API servers answer. Decides the condition {@code Available} of APIServices from requests to them,
 * and applies it itself.
 */
@NullMarked
package dev.turnstile.embedded.control.aggregate;

import org.jspecify.annotations.NullMarked;

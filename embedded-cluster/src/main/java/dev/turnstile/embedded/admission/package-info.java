/**
 * Decides whether a write that is valid by its schema is admitted, and how webhooks change it. Decided from the
 * cluster's webhook configurations and validating admission policies; applied by {@code api.write} between defaulting
 * and storing.
 */
@NullMarked
package dev.turnstile.embedded.admission;

import org.jspecify.annotations.NullMarked;

/**
 * Decides whether a write that is valid by its schema is let in, and what webhooks make of it. Decided from the
 * cluster's webhook configurations and validating admission policies; applied by the API server package between
 * defaulting and storing.
 */
@NullMarked
package dev.turnstile.embedded.admission;

import org.jspecify.annotations.NullMarked;

/**
 * The aggregation layer: which requests an extension API server answers, as {@code APIService} objects say, and how
 * they reach it. Proves with {@link dev.turnstile.embedded.api.tls.FrontProxy} who forwards, and writes the user into
 * headers.
 */
@NullMarked
package dev.turnstile.embedded.api.aggregate;

import org.jspecify.annotations.NullMarked;

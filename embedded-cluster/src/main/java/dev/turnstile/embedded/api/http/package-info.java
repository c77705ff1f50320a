/**
 * Serves the API over HTTPS: which handler answers a request, from its method, path and injected faults. Applied by
 * Jetty's threads; {@link dev.turnstile.embedded.api.http.ApiServer} assembles the whole API and starts it.
 */
@NullMarked
package dev.turnstile.embedded.api.http;

import org.jspecify.annotations.NullMarked;

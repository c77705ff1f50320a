/**
 * The API as the rest of the embedded cluster sees it: {@link dev.turnstile.embedded.api.ClusterClient}, the names and
 * rules of served kinds ({@link dev.turnstile.embedded.api.ResourceType},
 * {@link dev.turnstile.embedded.api.ResourceStrategy}), selectors, and the failures of requests. Decides which objects
 * a selector matches and how Kubernetes words a failure, from a request's parameters; the packages below serve requests
 * with it, built-in kinds and controllers depend on nothing else of the API.
 */
@NullMarked
package dev.turnstile.embedded.api;

import org.jspecify.annotations.NullMarked;

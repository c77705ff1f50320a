/**
 * An extension API server: what stands behind an {@code APIService}. Decides who asks, from the front proxy's headers,
 * a client certificate or a token, and has the cluster decide whether they may; answers with Kubernetes' documents and
 * Status objects. What is served comes from an {@link dev.turnstile.service.extension.ExtensionApi}.
 */
@NullMarked
package dev.turnstile.service.extension;

import org.jspecify.annotations.NullMarked;

/**
 * Decides which certificate the clusters of this JVM present, from fresh keys; {@code api.http} serves with it, and
 * kubeconfigs carry its authority.
 */
@NullMarked
package dev.turnstile.embedded.api.tls;

import org.jspecify.annotations.NullMarked;

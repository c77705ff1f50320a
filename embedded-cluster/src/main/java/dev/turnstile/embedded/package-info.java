/**
 * A Kubernetes API in one JVM: {@link dev.turnstile.embedded.EmbeddedCluster} starts and stops it, and decides which
 * parts run from {@link dev.turnstile.embedded.Options}. Tests and the playground apply it; it is not for production.
 */
@NullMarked
package dev.turnstile.embedded;

import org.jspecify.annotations.NullMarked;

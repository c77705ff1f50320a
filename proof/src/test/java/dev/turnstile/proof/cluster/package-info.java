/**
 * What else lives in a simulated cluster: Kubernetes' own controllers, and users. They write to the server directly.
 */
@NullMarked
package dev.turnstile.proof.cluster;

import org.jspecify.annotations.NullMarked;

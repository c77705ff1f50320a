/**
 * An ordinary HTTP client of any Kubernetes API, found by a kubeconfig. Decides nothing; the kubelet works through it,
 * and the tests that hold an embedded cluster against a real one.
 */
@NullMarked
package dev.turnstile.embedded.client;

import org.jspecify.annotations.NullMarked;

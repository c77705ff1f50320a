/**
 * An ordinary HTTP client of any Kubernetes API. Decides whether a response is a success, from its status code and
 * body, and whom connections trust, from a kubeconfig; the kubelet, webhook calls, and the tests that compare embedded
 * clusters with real ones apply it.
 */
@NullMarked
package dev.turnstile.embedded.client;

import org.jspecify.annotations.NullMarked;

/**
 * A cluster for integration tests: decides which (real, k3s or embedded) from a property and what the machine has,
 * starts it once per JVM and gives each test its own namespace. The tests see an HTTP client and nothing else, so that
 * the same classes run on each.
 */
@NullMarked
package dev.turnstile.embedded.testing;

import org.jspecify.annotations.NullMarked;

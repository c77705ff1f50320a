/**
 * Injected faults: decides, from their settings and a seed, which request fails, waits or is cut. {@code api.http}
 * applies the decision before each request and while it streams; tests and the playground switch the faults while the
 * cluster runs.
 */
@NullMarked
package dev.turnstile.embedded.fault;

import org.jspecify.annotations.NullMarked;

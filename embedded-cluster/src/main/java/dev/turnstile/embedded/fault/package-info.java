/**
 * What goes wrong on purpose: decides, from its settings and a seed, which request fails, waits or is cut. The API asks
 * before each request and while it streams; tests and the playground switch the faults while the cluster runs.
 */
@NullMarked
package dev.turnstile.embedded.fault;

import org.jspecify.annotations.NullMarked;

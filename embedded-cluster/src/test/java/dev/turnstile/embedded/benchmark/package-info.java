/**
 * Measures the embedded cluster beside a real kube-apiserver; run by the Maven profile {@code benchmark}, not by tests.
 */
@NullMarked
package dev.turnstile.embedded.benchmark;

import org.jspecify.annotations.NullMarked;

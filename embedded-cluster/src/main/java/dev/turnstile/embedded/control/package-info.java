/**
 * The controllers of an embedded cluster, and what they share: a mirror of watched objects, one thread with a queue of
 * keys, and the recorder of Events. Each controller lives in its own package below, its decision a function of what it
 * sees and the time; the shells here and there apply it through {@link dev.turnstile.embedded.api.ClusterClient}.
 */
@NullMarked
package dev.turnstile.embedded.control;

import org.jspecify.annotations.NullMarked;

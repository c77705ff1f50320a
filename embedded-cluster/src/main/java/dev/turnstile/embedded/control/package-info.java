/**
 * The controllers of an embedded cluster. {@link dev.turnstile.embedded.control.Controllers} decides which of them run,
 * from the options of the cluster. Each controller is in a package below: its decision is a function of the objects
 * that it observes and the time, and is applied through {@link dev.turnstile.embedded.api.ClusterClient}.
 */
@NullMarked
package dev.turnstile.embedded.control;

import org.jspecify.annotations.NullMarked;

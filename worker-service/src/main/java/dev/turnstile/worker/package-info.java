/** The worker-service: starts it, as a program of its own or inside another one. */
@NullMarked
package dev.turnstile.worker;

import org.jspecify.annotations.NullMarked;

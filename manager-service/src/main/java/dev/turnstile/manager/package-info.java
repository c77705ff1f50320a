/** The manager-service: starts it, as a program of its own or inside another one. */
@NullMarked
package dev.turnstile.manager;

import org.jspecify.annotations.NullMarked;

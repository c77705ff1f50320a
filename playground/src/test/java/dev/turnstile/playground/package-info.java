/** Tests that see all modules at once: the boundaries that modules can not express, and the playground as a program. */
@NullMarked
package dev.turnstile.playground;

import org.jspecify.annotations.NullMarked;

/** Tests that see all modules at once: the boundaries that modules cannot express, and the playground as a program. */
@NullMarked
package dev.turnstile.playground;

import org.jspecify.annotations.NullMarked;

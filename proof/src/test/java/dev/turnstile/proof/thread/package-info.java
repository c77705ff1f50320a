/**
 * Threads of a simulated world. Each simulated thread is a virtual thread of the JVM, but only the one that has the
 * baton runs; one that waits passes it on. A seed decides who gets it, and time passes only while nobody can run.
 */
@NullMarked
package dev.turnstile.proof.thread;

import org.jspecify.annotations.NullMarked;

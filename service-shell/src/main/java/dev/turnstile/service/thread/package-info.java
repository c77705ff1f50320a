/**
 * Threads, locks, elapsed time and randomness, as one parameter of everything that runs for as long as the service:
 * loops, reflectors, writers, the lease. {@link dev.turnstile.service.thread.Threads#system()} is the JVM's own; the
 * simulation passes one in which a seed decides who runs next, and in which time passes only while nobody can run.
 */
@NullMarked
package dev.turnstile.service.thread;

import org.jspecify.annotations.NullMarked;

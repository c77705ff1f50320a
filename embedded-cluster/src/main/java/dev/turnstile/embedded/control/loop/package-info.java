/**
 * What every controller is built from: one thread with a queue of keys, a mirror of watched objects, the pace of time,
 * and the recorder of Events. Decides when a key is worked on, from messages and the clock; the controllers beside it
 * apply it.
 */
@NullMarked
package dev.turnstile.embedded.control.loop;

import org.jspecify.annotations.NullMarked;

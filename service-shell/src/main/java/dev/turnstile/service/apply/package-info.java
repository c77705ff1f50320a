/**
 * The one place from which this service writes.
 *
 * <p>A write is a decision on an object as it is now: a function from the object to the fields to change. The writer
 * calls it with the freshest state it knows, sends the fields as a merge patch that is refused if the object changed
 * meanwhile, takes the answer over into the store, and on a refusal reads the object and lets the function decide
 * again. Writes to one object go one after the other, those to different objects side by side on virtual threads.
 */
@NullMarked
package dev.turnstile.service.apply;

import org.jspecify.annotations.NullMarked;

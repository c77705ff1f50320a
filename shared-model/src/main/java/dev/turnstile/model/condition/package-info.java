/**
 * Conditions: what holds of an object, since when and why.
 *
 * <p>Decides how a condition is found and set (the time changes only when the status does) and what every type and
 * reason is called; the constants say who sets each and when. Works on the lists of a status and returns new ones; the
 * services write them.
 */
@NullMarked
package dev.turnstile.model.condition;

import org.jspecify.annotations.NullMarked;

/**
 * A write as a value: a JSON merge patch (RFC 7396).
 *
 * <p>Decides the body of a merge patch from two states of an object. Lists go in full, since a merge patch replaces
 * them; fields of their entries that this version does not know are taken over from what was read. The services'
 * {@code apply} packages send it; on a conflict the decision is made again from fresh state.
 */
@NullMarked
package dev.turnstile.model.patch;

import org.jspecify.annotations.NullMarked;

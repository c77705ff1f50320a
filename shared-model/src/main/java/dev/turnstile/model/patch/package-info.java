/**
 * A write as a value: what to send, to which object, and which state it was decided on.
 *
 * <p>Decides the body of a merge patch from two states of an object, or from a state and the fields that are the
 * writer's own. Lists go in full, since a merge patch replaces them; entries that others own, and fields that this
 * version does not know, are taken over from the state that was read. The services' {@code apply} packages send it; on
 * a conflict the decision is made again from fresh state.
 */
@NullMarked
package dev.turnstile.model.patch;

import org.jspecify.annotations.NullMarked;

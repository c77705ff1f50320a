/**
 * Plays recorded stories against our controllers and compares what users see.
 * {@link dev.turnstile.service.transcript.StoryPlayer} decides whether a story is told as it was recorded, from the
 * recording, from what the API of its clusters holds after each step, and from the rules that say where we differ on
 * purpose. The services' integration tests apply it: each brings its controllers as
 * {@link dev.turnstile.service.transcript.ControllersUnderTest}.
 */
@NullMarked
package dev.turnstile.service.transcript;

import org.jspecify.annotations.NullMarked;

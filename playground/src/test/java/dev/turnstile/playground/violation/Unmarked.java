package dev.turnstile.playground.violation;

import org.jspecify.annotations.NullUnmarked;

/** Is in a package that is not marked. */
@NullUnmarked
public final class Unmarked {
    private Unmarked() {}
}

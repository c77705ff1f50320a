package dev.turnstile.embedded.rules.violation.unlisted;

import org.jspecify.annotations.NullUnmarked;

/** In a package that is neither a layer nor marked. */
@NullUnmarked
public final class Unlisted {
    private Unlisted() {}
}

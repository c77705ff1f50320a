package dev.turnstile.rules.violation.below;

import dev.turnstile.rules.violation.above.Higher;

/** Depends on a higher layer, which depends on it. */
public final class Lower {
    private Lower() {}

    public static String name() {
        return Higher.class.getSimpleName();
    }
}

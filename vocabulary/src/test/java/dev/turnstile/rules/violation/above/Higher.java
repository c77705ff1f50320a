package dev.turnstile.rules.violation.above;

import dev.turnstile.rules.violation.below.Lower;

/** Depends on a lower layer, which depends on it. */
public final class Higher {
    private Higher() {}

    public static String name() {
        return Lower.class.getSimpleName();
    }
}

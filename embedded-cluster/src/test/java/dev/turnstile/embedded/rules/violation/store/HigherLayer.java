package dev.turnstile.embedded.rules.violation.store;

import dev.turnstile.embedded.rules.violation.json.LowestLayer;

/** The other half of a cycle between packages. */
public final class HigherLayer {
    private HigherLayer() {}

    public static String below() {
        return LowestLayer.name();
    }

    /** No method calls it. */
    public static void neverCalled() {}
}

package dev.turnstile.embedded.rules.violation.json;

import dev.turnstile.embedded.rules.violation.store.HigherLayer;

/** Depends on a higher layer, which depends on it. */
public final class LowestLayer {
    private LowestLayer() {}

    public static String name() {
        return HigherLayer.class.getSimpleName();
    }
}

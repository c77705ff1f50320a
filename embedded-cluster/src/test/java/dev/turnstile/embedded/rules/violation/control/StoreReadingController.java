package dev.turnstile.embedded.rules.violation.control;

import dev.turnstile.embedded.rules.violation.store.HigherLayer;

/** A controller that does not go through the API. */
public final class StoreReadingController {
    private StoreReadingController() {}

    public static String read() {
        return HigherLayer.below();
    }
}

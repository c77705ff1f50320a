package dev.turnstile.service.informer;

import tools.jackson.databind.node.ObjectNode;

/** Shows a store what a watch would. */
public final class StoreFeed {
    private StoreFeed() {}

    /** An object is new or changed. */
    public static void observed(Store<?> store, ObjectNode object) {
        store.observed(object);
    }
}

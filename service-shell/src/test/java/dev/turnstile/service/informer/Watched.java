package dev.turnstile.service.informer;

import tools.jackson.databind.node.ObjectNode;

/** Has a store observe what a watch would show, without an API. */
public final class Watched {
    private Watched() {}

    /** The object is there, as it is now. */
    public static ObjectKey shows(Store<?> store, ObjectNode object) {
        store.observed(object);
        return ObjectKey.of(object);
    }

    /** The object is gone. */
    public static void ends(Store<?> store, ObjectNode last) {
        store.gone(last);
    }
}

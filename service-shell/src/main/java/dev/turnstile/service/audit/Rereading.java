package dev.turnstile.service.audit;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Has a store hold of one object what the API holds. */
public final class Rereading {
    private Rereading() {}

    /** Reads the object once. Where another one of the store ends at that moment, what was read is dropped. */
    public static void of(ApiConnection connection, Store<?> store, ObjectKey key) {
        long removals = store.removals();
        Store.Entry<?> before = store.entry(key);
        try {
            ObjectNode object = connection.get(store.resource().path(key), Map.of());
            store.takeOver(object, removals);
        } catch (ApiStatusException e) {
            if (!e.notFound()) {
                throw e;
            }
            if (before != null) {
                store.absent(key, before.uid());
            }
        }
    }
}

package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.store.StoredObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param version the version at which the whole list is consistent
 * @param continueToken with which a client gets the next page; empty on the last one
 * @param remaining how many objects follow; null where that is not known
 */
public record Page(
        List<StoredObject> items,
        long version,
        String continueToken,
        @Nullable Long remaining) {}

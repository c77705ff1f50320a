package dev.turnstile.proof.api;

import dev.turnstile.service.informer.ObjectKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One change of one object.
 *
 * @param before null where it was created
 * @param after null where it is gone
 * @param by who wrote
 */
public record Change(
        String kind,
        ObjectKey key,
        @Nullable ObjectNode before,
        @Nullable ObjectNode after,
        long version,
        long at,
        String by) {
    /** The object as it is now, or was last. */
    public ObjectNode object() {
        ObjectNode object = after == null ? before : after;
        if (object == null) {
            throw new IllegalStateException("a change of nothing");
        }
        return object;
    }

    /** What watches show of it: the object at the version of the change, also where it is gone. */
    ObjectNode shown() {
        if (after != null) {
            return after;
        }
        ObjectNode last = Merge.shallow(object());
        Merge.metadata(last).put("resourceVersion", Long.toString(version));
        return last;
    }
}

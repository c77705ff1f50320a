package dev.turnstile.service.apply;

import dev.turnstile.model.patch.Patches;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a writer sends so that one state of an object becomes another; null where there is nothing to send. */
public final class Difference {
    private Difference() {}

    /** A {@linkplain Patches#between merge patch}, or null where nothing differs. */
    public static @Nullable ObjectNode between(ObjectNode before, ObjectNode after) {
        ObjectNode patch = Patches.between(before, after);
        return patch.isEmpty() ? null : patch;
    }

    /** The same, as the {@code status} of an object. */
    public static @Nullable ObjectNode ofStatus(ObjectNode before, ObjectNode after) {
        ObjectNode status = between(before, after);
        if (status == null) {
            return null;
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("status", status);
        return patch;
    }
}

package dev.turnstile.deploy;

import dev.turnstile.embedded.patch.MergePatch;
import tools.jackson.databind.node.ObjectNode;

/** Objects with merge patches applied. */
final class Merged {
    private Merged() {}

    static ObjectNode of(ObjectNode object, ObjectNode patch) {
        return (ObjectNode) MergePatch.apply(object.deepCopy(), patch);
    }
}

package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.Schema;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code application/strategic-merge-patch+json}: lists merged by key, with {@code $patch} directives; built-in kinds
 * only.
 */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"}) // until it is written
public final class StrategicMergePatch {

    private StrategicMergePatch() {}

    /** The patched object; {@code object} stays as it is. */
    public static ObjectNode apply(ObjectNode object, ObjectNode patch, Schema schema) throws PatchFailedException {
        throw new PatchFailedException(400, object + " " + patch + schema);
    }
}

package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Keeps {@code metadata.managedFields} for writes that are not server-side apply. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"}) // until it is written
public final class ManagedFields {

    private ManagedFields() {}

    /**
     * Gives the changed fields of {@code updated} to the writer and takes them from their former managers; writes the
     * result into {@code updated}. A body without managedFields keeps the stored ones; an empty list in it resets them.
     *
     * @param live the stored object, or null on a create
     */
    public static void trackUpdate(Schema schema, @Nullable ObjectNode live, ObjectNode updated, Writer writer) {
        throw new UnsupportedOperationException(schema + " " + live + updated + writer);
    }
}

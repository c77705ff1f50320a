package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** {@code application/apply-patch+yaml}: the fields that a manager wants, merged with what others own. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"}) // until it is written
public final class ServerSideApply {

    private ServerSideApply() {}

    /**
     * The object with the applied fields, without those that this manager applied before and no longer states, with
     * {@code metadata.managedFields} brought up to date.
     *
     * @param live the stored object, or null when it is to be created
     * @param force whether fields of other managers are taken over instead of refused
     */
    public static ObjectNode apply(
            Schema schema, @Nullable ObjectNode live, ObjectNode applied, Writer writer, boolean force)
            throws ApplyConflictException, PatchFailedException {
        throw new PatchFailedException(400, schema + " " + live + applied + writer + force);
    }
}

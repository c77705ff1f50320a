package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Keeps {@code metadata.managedFields} for writes that are not server-side apply. */
public final class ManagedFields {

    private ManagedFields() {}

    /**
     * Makes the writer the owner of the changed fields of {@code updated}, instead of their former managers; writes the
     * result into {@code updated}. A body without managedFields keeps the stored ones; an empty list in it resets them.
     * An object without any owners gets none here: the first apply adds them.
     *
     * @param live the stored object, or null on a create
     */
    public static void trackUpdate(Schema schema, @Nullable ObjectNode live, ObjectNode updated, Writer writer) {
        ManagerEntries entries = entries(live, updated, writer);
        if (live != null && entries.entries().isEmpty()) {
            entries.writeTo(updated);
            return;
        }
        ObjectNode before = live == null ? JsonNodeFactory.instance.objectNode() : live;
        Comparison comparison = Comparison.of(schema, before, updated);
        OwnedFields.restrict(comparison.added(), writer);
        OwnedFields.restrict(comparison.modified(), writer);
        OwnedFields.restrict(comparison.removed(), writer);
        if (!comparison.isSame()) {
            FieldSet changed = comparison.changed();
            FieldSet lost = changed.union(comparison.removed());
            ManagerEntries.Entry mine = entries.entry(writer, ManagerEntries.UPDATE);
            for (ManagerEntries.Entry entry : entries.entries()) {
                FieldSet kept = entry.fields.difference(lost);
                ManagerEntries.set(
                        entry, entry.isOf(writer, ManagerEntries.UPDATE) ? kept.union(changed) : kept, writer.now());
            }
            if (mine.fields.isEmpty()) {
                entries.entries().remove(mine);
            }
        }
        entries.writeTo(updated);
    }

    private static ManagerEntries entries(@Nullable ObjectNode live, ObjectNode updated, Writer writer) {
        JsonNode stated = updated.path("metadata").path("managedFields");
        if (!writer.subresource().isEmpty() || stated.isMissingNode() || stated.isNull()) {
            return ManagerEntries.of(live);
        }
        boolean reset = stated.isEmpty() || (stated.size() == 1 && stated.get(0).isEmpty());
        if (reset) {
            return new ManagerEntries();
        }
        ManagerEntries sent = ManagerEntries.of(updated);
        return sent.entries().isEmpty() ? ManagerEntries.of(live) : sent;
    }
}

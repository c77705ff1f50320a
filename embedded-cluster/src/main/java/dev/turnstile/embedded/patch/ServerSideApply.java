package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.patch.ApplyConflictException.Conflict;
import dev.turnstile.embedded.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code application/apply-patch+yaml}: merges the fields that a manager wants with those that others own.
 *
 * <p>Goal: each manager states only the fields it cares for, and none overwrites another's field unnoticed. Steps: (1)
 * merge what is applied into the object; (2) of the fields that this manager applied before and no longer states,
 * remove those without another owner; (3) a changed field that another manager owns is a conflict, unless the apply is
 * forced; (4) the manager owns what it states, others lose the fields that changed.
 *
 * <p>Example: {@code a} applied {@code replicas: 1} and the label {@code x}; {@code b} applies {@code replicas: 2}: a
 * conflict. Forced, {@code b} owns replicas and {@code a} keeps the label; when {@code a} then applies nothing, the
 * label is removed.
 */
public final class ServerSideApply {

    private ServerSideApply() {}

    /**
     * The object with the applied fields, without those that this manager applied before and no longer states, with
     * {@code metadata.managedFields} updated.
     *
     * @param live the stored object, or null when it is to be created
     * @param force whether fields of other managers are taken over instead of refused
     */
    public static ObjectNode apply(
            Schema schema, @Nullable ObjectNode live, ObjectNode applied, Writer writer, boolean force)
            throws ApplyConflictException, PatchFailedException {
        if (applied.path("metadata").path("managedFields").size() > 0) {
            throw new PatchFailedException(400, "metadata.managedFields must be nil");
        }
        ObjectNode before = withoutEntries(live == null ? JsonNodeFactory.instance.objectNode() : live);
        ManagerEntries entries = ManagerEntries.of(live);
        if (live != null && entries.entries().isEmpty()) {
            ownerBeforeFirstApply(schema, before, writer, entries);
        }
        FieldSet everythingStated = Ownership.statedFields(schema, applied);
        FieldSet stated = everythingStated.copy();
        OwnedFields.restrict(stated, writer);
        ManagerEntries.Entry mine = entries.entry(writer, ManagerEntries.APPLY);
        FieldSet formerly = mine.fields;
        JsonNode merged = ObjectMerge.merge(schema, before, applied);
        JsonNode result = abandon(schema, merged, formerly, everythingStated, mine, entries);

        Comparison comparison = Comparison.of(schema, before, result);
        OwnedFields.restrict(comparison.added(), writer);
        OwnedFields.restrict(comparison.modified(), writer);
        OwnedFields.restrict(comparison.removed(), writer);
        FieldSet changed = comparison.changed();
        if (!force) {
            refuseConflicts(entries, mine, changed.difference(LastApplied.fields(schema, before, writer)));
        }
        FieldSet lost = changed.union(comparison.removed());
        List<ManagerEntries.Entry> all = new ArrayList<>(entries.entries());
        for (ManagerEntries.Entry entry : all) {
            boolean own = entry.isOf(writer, ManagerEntries.APPLY);
            ManagerEntries.set(entry, own ? stated : entry.fields.difference(lost), writer.now());
        }
        ObjectNode written = ((ObjectNode) result).deepCopy();
        LastApplied.update(written, applied, writer);
        entriesAtVersion(entries, writer).writeTo(written);
        return written;
    }

    private static ObjectNode withoutEntries(ObjectNode object) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        copy.setAll(object);
        if (object.get("metadata") instanceof ObjectNode metadata) {
            ObjectNode rest = JsonNodeFactory.instance.objectNode();
            rest.setAll(metadata);
            rest.remove("managedFields");
            copy.set("metadata", rest);
        }
        return copy;
    }

    /**
     * Fields from before anything was tracked belong to a manager of their own, so that applying over them is a
     * conflict.
     */
    private static void ownerBeforeFirstApply(Schema schema, ObjectNode live, Writer writer, ManagerEntries entries) {
        Writer unknown = new Writer("before-first-apply", writer.apiVersion(), "", false, writer.now());
        FieldSet all = Comparison.of(schema, JsonNodeFactory.instance.objectNode(), live)
                .added();
        OwnedFields.restrict(all, unknown);
        ManagerEntries.set(entries.entry(unknown, ManagerEntries.UPDATE), all, writer.now());
    }

    private static JsonNode abandon(
            Schema schema,
            JsonNode merged,
            FieldSet formerly,
            FieldSet stated,
            ManagerEntries.Entry mine,
            ManagerEntries entries) {
        if (formerly.isEmpty()) {
            return merged;
        }
        FieldSet wanted = stated.copy();
        String self = mine.words();
        for (ManagerEntries.Entry entry : entries.entries()) {
            if (!(entry.operation.equals(ManagerEntries.APPLY) && entry.words().equals(self))) {
                wanted.addAll(entry.fields);
            }
        }
        FieldSet abandoned =
                Ownership.withNamedFields(schema, formerly).difference(Ownership.withNamedFields(schema, wanted));
        JsonNode rest = ObjectMerge.without(schema, merged, abandoned);
        return rest == null ? JsonNodeFactory.instance.objectNode() : rest;
    }

    private static void refuseConflicts(ManagerEntries entries, ManagerEntries.Entry mine, FieldSet changed)
            throws ApplyConflictException {
        Map<String, List<String>> fieldsOf = new TreeMap<>();
        List<Conflict> conflicts = new ArrayList<>();
        String self = mine.words();
        for (ManagerEntries.Entry entry : entries.entries()) {
            if (entry.operation.equals(ManagerEntries.APPLY) && entry.words().equals(self)) {
                continue;
            }
            List<String> fields = new ArrayList<>();
            FieldPaths.print(entry.fields.intersection(changed), fields);
            for (String field : fields) {
                conflicts.add(new Conflict("conflict with " + entry.words(), field));
                fieldsOf.computeIfAbsent(entry.words(), name -> new ArrayList<>())
                        .add(field);
            }
        }
        if (conflicts.size() == 1) {
            Conflict one = conflicts.getFirst();
            throw new ApplyConflictException(
                    "Apply failed with 1 conflict: " + one.message() + ": " + one.field(), conflicts);
        }
        if (!conflicts.isEmpty()) {
            List<String> lines = new ArrayList<>();
            fieldsOf.forEach((manager, fields) -> {
                lines.add("conflicts with " + manager + ":");
                fields.forEach(field -> lines.add("- " + field));
            });
            throw new ApplyConflictException(
                    "Apply failed with " + conflicts.size() + " conflicts: " + String.join("\n", lines), conflicts);
        }
    }

    /** The entry of an applier has the version that was applied last. */
    private static ManagerEntries entriesAtVersion(ManagerEntries entries, Writer writer) {
        ManagerEntries.Entry mine = entries.find(writer, ManagerEntries.APPLY);
        if (mine != null && !mine.apiVersion.equals(writer.apiVersion())) {
            entries.entries().remove(mine);
            entries.entries()
                    .add(new ManagerEntries.Entry(
                            mine.manager,
                            mine.operation,
                            writer.apiVersion(),
                            mine.subresource,
                            mine.time,
                            mine.fields));
        }
        return entries;
    }
}

package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.FieldError;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object's {@code metadata.managedFields}: which manager owns which fields, by which operation, through which
 * subresource.
 */
final class ManagerEntries {

    static final String APPLY = "Apply";
    static final String UPDATE = "Update";

    /** One manager; {@code time} is when its set last changed. */
    static final class Entry {
        final String manager;
        final String operation;
        final String apiVersion;
        final String subresource;

        @Nullable
        String time;

        FieldSet fields;

        Entry(
                String manager,
                String operation,
                String apiVersion,
                String subresource,
                @Nullable String time,
                FieldSet fields) {
            this.manager = manager;
            this.operation = operation;
            this.apiVersion = apiVersion;
            this.subresource = subresource;
            this.time = time;
            this.fields = fields;
        }

        /** Whether it is the entry of the writer; the version is part of an updater's identity, not of an applier's. */
        boolean isOf(Writer writer, String kindOfWrite) {
            return manager.equals(writer.manager())
                    && operation.equals(kindOfWrite)
                    && subresource.equals(writer.subresource())
                    && (kindOfWrite.equals(APPLY) || apiVersion.equals(writer.apiVersion()));
        }

        /** The manager as Kubernetes names it in conflicts. */
        String words() {
            String name = FieldError.quote(manager)
                    + (subresource.isEmpty() ? "" : " with subresource " + FieldError.quote(subresource));
            return operation.equals(UPDATE) ? name + " using " + apiVersion : name;
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    static ManagerEntries of(@Nullable ObjectNode object) {
        return object == null
                ? new ManagerEntries()
                : of(object.path("metadata").path("managedFields"));
    }

    private static ManagerEntries of(JsonNode list) {
        ManagerEntries result = new ManagerEntries();
        for (JsonNode entry : list) {
            String operation = entry.path("operation").asString("");
            if ((operation.equals(APPLY) || operation.equals(UPDATE))
                    && entry.path("fieldsV1").isObject()) {
                JsonNode time = entry.path("time");
                result.entries.add(new Entry(
                        entry.path("manager").asString(""),
                        operation,
                        entry.path("apiVersion").asString(""),
                        entry.path("subresource").asString(""),
                        time.isString() ? time.stringValue() : null,
                        FieldSet.parse(entry.path("fieldsV1"))));
            }
        }
        return result;
    }

    List<Entry> entries() {
        return entries;
    }

    @Nullable
    Entry find(Writer writer, String operation) {
        for (Entry entry : entries) {
            if (entry.isOf(writer, operation)) {
                return entry;
            }
        }
        return null;
    }

    /** The writer's entry, created if it is missing. */
    Entry entry(Writer writer, String operation) {
        Entry known = find(writer, operation);
        if (known != null) {
            return known;
        }
        Entry entry =
                new Entry(writer.manager(), operation, writer.apiVersion(), writer.subresource(), null, new FieldSet());
        entries.add(entry);
        return entry;
    }

    /** Replaces the set of an entry, and its time if the set differs. */
    static void set(Entry entry, FieldSet fields, Instant now) {
        if (entry.time == null || !entry.fields.equals(fields)) {
            entry.time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        }
        entry.fields = fields;
    }

    /** Writes the entries that own fields into the object. */
    void writeTo(ObjectNode object) {
        entries.removeIf(entry -> entry.fields.isEmpty());
        entries.sort(Comparator.comparing((Entry entry) -> entry.operation)
                .thenComparing(entry -> entry.time == null ? "" : entry.time)
                .thenComparing(entry -> entry.manager)
                .thenComparing(entry -> entry.apiVersion)
                .thenComparing(entry -> entry.subresource));
        ObjectNode metadata =
                object.get("metadata") instanceof ObjectNode present ? present : object.putObject("metadata");
        if (entries.isEmpty()) {
            metadata.remove("managedFields");
            return;
        }
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Entry entry : entries) {
            ObjectNode written = list.addObject()
                    .put("manager", entry.manager)
                    .put("operation", entry.operation)
                    .put("apiVersion", entry.apiVersion);
            if (entry.time != null) {
                written.put("time", entry.time);
            }
            written.put("fieldsType", "FieldsV1").set("fieldsV1", entry.fields.toJson());
            if (!entry.subresource.isEmpty()) {
                written.put("subresource", entry.subresource);
            }
        }
        metadata.set("managedFields", list);
    }
}

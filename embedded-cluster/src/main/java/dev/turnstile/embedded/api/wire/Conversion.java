package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.StoredObject;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts between the stored form of objects and the served versions. Versions of a custom resource differ in nothing
 * but their name (there are no conversion webhooks here); the two Event kinds name some fields differently.
 */
public final class Conversion {
    private static final List<String[]> EVENT_FIELDS = List.of(
            new String[] {"involvedObject", "regarding"},
            new String[] {"message", "note"},
            new String[] {"source", "deprecatedSource"},
            new String[] {"firstTimestamp", "deprecatedFirstTimestamp"},
            new String[] {"lastTimestamp", "deprecatedLastTimestamp"},
            new String[] {"count", "deprecatedCount"},
            new String[] {"reportingComponent", "reportingController"});

    private Conversion() {}

    public static boolean identity(ResourceType type) {
        return type.apiVersion().equals(type.storageVersion());
    }

    /** Whether the stored bytes are what is served. */
    public static boolean asStored(ResourceType type, StoredObject stored) {
        return identity(type) && !type.strategy().mayBeOutdated(stored.version());
    }

    public static ObjectNode served(ResourceType type, StoredObject stored) {
        ObjectNode served = toServed(type, stored.tree());
        if (type.schema() != null && type.strategy().mayBeOutdated(stored.version())) {
            type.schema().prune(served);
            type.schema().applyDefaults(served);
        }
        return served;
    }

    public static byte[] servedJson(ResourceType type, StoredObject stored) {
        return asStored(type, stored) ? stored.json() : Json.bytes(served(type, stored));
    }

    public static ObjectNode toServed(ResourceType type, ObjectNode stored) {
        if (!identity(type)) {
            stored.put("apiVersion", type.apiVersion());
            if (type.kind().equals("Event") && type.group().equals("events.k8s.io")) {
                EVENT_FIELDS.forEach(field -> rename(stored, field[0], field[1]));
            }
        }
        return stored;
    }

    public static ObjectNode toStorage(ResourceType type, ObjectNode served) {
        if (!identity(type)) {
            served.put("apiVersion", type.storageVersion());
            if (type.kind().equals("Event") && type.group().equals("events.k8s.io")) {
                EVENT_FIELDS.forEach(field -> rename(served, field[1], field[0]));
            }
        }
        return served;
    }

    private static void rename(ObjectNode object, String from, String to) {
        JsonNode value = object.remove(from);
        if (value != null) {
            object.set(to, value);
        }
    }
}

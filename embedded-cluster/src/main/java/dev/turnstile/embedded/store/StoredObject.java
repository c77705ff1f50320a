package dev.turnstile.embedded.store;

import dev.turnstile.embedded.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One version of one object: compact JSON, and, once a selector needed them, its labels and fields. */
public final class StoredObject {
    private final ObjectKey key;
    private final long version;
    private final byte[] json;
    private volatile @Nullable Map<String, String> labels;
    private volatile @Nullable Fields fields;

    private record Fields(Object source, Map<String, String> values) {}

    StoredObject(ObjectKey key, long version, byte[] json) {
        this.key = key;
        this.version = version;
        this.json = json;
    }

    public ObjectKey key() {
        return key;
    }

    public long version() {
        return version;
    }

    /** The serialised object; must not be modified. */
    public byte[] json() {
        return json;
    }

    /** A new tree, owned by the caller. */
    public ObjectNode tree() {
        return Json.parse(json);
    }

    public Map<String, String> labels() {
        Map<String, String> known = labels;
        if (known == null) {
            known = labelsOf(tree());
            labels = known;
        }
        return known;
    }

    /** The selectable fields that a source extracts; cached for the last source. */
    @SuppressWarnings("ReferenceEquality") // identity of the type object, not equality
    public Map<String, String> fields(Object source, Function<ObjectNode, Map<String, String>> extract) {
        Fields known = fields;
        if (known == null || known.source() != source) {
            known = new Fields(source, Map.copyOf(extract.apply(tree())));
            fields = known;
        }
        return known.values();
    }

    private static Map<String, String> labelsOf(JsonNode object) {
        if (!(Json.at(object, "metadata", "labels") instanceof ObjectNode node) || node.isEmpty()) {
            return Map.of();
        }
        Map<String, String> read = new LinkedHashMap<>();
        node.properties().forEach(label -> read.put(label.getKey(), Json.text(label.getValue())));
        return Map.copyOf(read);
    }
}

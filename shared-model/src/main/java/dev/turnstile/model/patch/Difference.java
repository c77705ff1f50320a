package dev.turnstile.model.patch;

import dev.turnstile.model.patch.RecordFields.Field;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The merge patch that leads from one JSON tree to another, as far as the record that both come from knows their
 * fields.
 *
 * <p>Goal: what is in the patch is what the writer changed. Constraint: a merge patch replaces a list as a whole,
 * although entries of it, and fields of its entries, belong to others. So, where entries are distinguished by keys, the
 * new list is built from the entries as they were read, each with only the writer's own changes merged in.
 *
 * <p>Example: of {@code conditions: [{type: A, status: "True", later: 1}, {type: B, status: "True"}]}, where the record
 * knows no field {@code later}, a writer sets B to false. The patch holds both conditions, A with its {@code later},
 * and B with the new status.
 */
final class Difference {
    private final @Nullable Class<?> type;

    Difference(@Nullable Class<?> type) {
        this.type = type;
    }

    ObjectNode of(JsonNode before, JsonNode after, JsonNode read) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        Set<String> names = new LinkedHashSet<>(after.propertyNames());
        names.addAll(before.propertyNames());
        for (String name : names) {
            JsonNode old = before.path(name);
            JsonNode wanted = after.path(name);
            if (wanted.isMissingNode()) {
                patch.putNull(name);
            } else if (!wanted.equals(old)) {
                patch.set(name, change(name, old, wanted, read.path(name)));
            }
        }
        return patch;
    }

    private JsonNode change(String name, JsonNode old, JsonNode wanted, JsonNode read) {
        return switch (wanted) {
            case ObjectNode object when old.isObject() -> new Difference(typeOf(name)).of(old, object, read);
            case ArrayNode list -> entries(name, old, list, read);
            default -> wanted;
        };
    }

    ArrayNode entries(String name, JsonNode old, ArrayNode wanted, JsonNode read) {
        List<String> keys = keysOf(name);
        ArrayNode entries = JsonNodeFactory.instance.arrayNode();
        for (JsonNode entry : wanted) {
            Optional<JsonNode> oldEntry = keys.isEmpty() ? Optional.empty() : find(old, keys, entry);
            Optional<JsonNode> readEntry = oldEntry.flatMap(found -> find(read, keys, found));
            if (oldEntry.isPresent() && readEntry.isPresent()) {
                ObjectNode own = new Difference(typeOf(name)).of(oldEntry.get(), entry, readEntry.get());
                entries.add(merged((ObjectNode) readEntry.get(), own));
            } else {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static Optional<JsonNode> find(JsonNode list, List<String> keys, JsonNode like) {
        for (JsonNode entry : list) {
            if (keys.stream().allMatch(key -> entry.path(key).equals(like.path(key)))) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /** What a server makes of an object and a merge patch of it. */
    static ObjectNode merged(ObjectNode object, ObjectNode patch) {
        ObjectNode result = object.deepCopy();
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            String name = field.getKey();
            switch (field.getValue()) {
                case ObjectNode nested ->
                    result.set(
                            name,
                            merged(
                                    result.path(name) instanceof ObjectNode existing
                                            ? existing
                                            : JsonNodeFactory.instance.objectNode(),
                                    nested));
                case JsonNode value when value.isNull() -> result.remove(name);
                default -> result.set(name, field.getValue());
            }
        }
        return result;
    }

    private List<String> keysOf(String name) {
        Field field = RecordFields.of(type).get(name);
        return field == null ? List.of() : field.keys();
    }

    private @Nullable Class<?> typeOf(String name) {
        Field field = RecordFields.of(type).get(name);
        return field == null ? null : field.content();
    }
}

package dev.turnstile.model.patch;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.patch.RecordFields.Field;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entries of an object's lists that hold fields, or values of enums, which this version's records do not know.
 *
 * <p>Goal: a newer version's field survives our writes. A merge patch leaves a field alone that it does not name, but
 * it replaces a list as a whole; an entry made from a record would lose what the record has no component for. So such
 * entries are kept as they were read, and a patch that carries their list gets them back.
 *
 * <p>Constraint: there may be very many objects, and nearly none has such a field. Only the entries concerned are kept,
 * without what the record itself keeps as JSON (pod templates).
 */
public final class UnknownFields {
    /** Of an object that holds nothing which its record does not know. */
    public static final UnknownFields NONE = new UnknownFields(UnknownFields.class, empty());

    private final Class<?> type;
    private final ObjectNode lists;

    private UnknownFields(Class<?> type, ObjectNode lists) {
        this.type = type;
        this.lists = lists;
    }

    /** Of an object that a record of this type is read from. */
    public static UnknownFields of(Class<?> type, ObjectNode read) {
        ObjectNode lists = lists(type, read);
        return lists == null ? NONE : new UnknownFields(type, lists);
    }

    private static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static @Nullable ObjectNode lists(Class<?> type, ObjectNode object) {
        Map<String, Field> known = RecordFields.of(type);
        ObjectNode lists = null;
        for (Map.Entry<String, JsonNode> property : object.properties()) {
            Field field = known.get(property.getKey());
            JsonNode kept = field == null || field.content() == null
                    ? null
                    : switch (property.getValue()) {
                        case ObjectNode below -> lists(field.content(), below);
                        case ArrayNode list when !field.keys().isEmpty() -> entries(field.content(), list);
                        default -> null;
                    };
            if (kept != null) {
                lists = lists == null ? empty() : lists;
                lists.set(property.getKey(), kept);
            }
        }
        return lists;
    }

    private static @Nullable ArrayNode entries(Class<?> type, ArrayNode list) {
        ArrayNode entries = null;
        for (JsonNode entry : list) {
            if (entry instanceof ObjectNode object && isUnknownIn(type, object)) {
                entries = entries == null ? JsonNodeFactory.instance.arrayNode() : entries;
                entries.add(withoutJson(type, object));
            }
        }
        return entries;
    }

    private static boolean isUnknownIn(Class<?> type, JsonNode node) {
        return switch (node) {
            case ArrayNode list -> list.valueStream().anyMatch(entry -> isUnknownIn(type, entry));
            case ObjectNode object -> {
                Map<String, Field> known = RecordFields.of(type);
                yield object.properties().stream().anyMatch(property -> {
                    Field field = known.get(property.getKey());
                    return field == null
                            || (field.content() != null && isUnknownIn(field.content(), property.getValue()))
                            || (!field.values().isEmpty()
                                    && !field.values()
                                            .contains(property.getValue().asString("")));
                });
            }
            default -> false;
        };
    }

    private static ObjectNode withoutJson(Class<?> type, ObjectNode entry) {
        ObjectNode kept = empty();
        Map<String, Field> known = RecordFields.of(type);
        entry.properties().forEach(property -> {
            Field field = known.get(property.getKey());
            if (field == null || !field.asRead() || property.getValue().isEmpty()) {
                kept.set(property.getKey(), property.getValue());
            }
        });
        return kept;
    }

    /** Completes the lists that a merge patch of the object carries. */
    public void keepIn(ObjectNode patch) {
        keep(type, lists, patch);
    }

    private static void keep(Class<?> type, ObjectNode lists, ObjectNode patch) {
        Map<String, Field> known = RecordFields.of(type);
        for (Map.Entry<String, JsonNode> property : lists.properties()) {
            String name = property.getKey();
            Field field = known.get(name);
            if (field == null || field.content() == null) {
                throw new IllegalStateException(type + " has lost its record " + name);
            }
            switch (property.getValue()) {
                case ObjectNode below
                when patch.get(name) instanceof ObjectNode written -> keep(field.content(), below, written);
                case ArrayNode read
                when patch.get(name) instanceof ArrayNode written ->
                    patch.set(name, new Difference(type).entries(name, asKnown(field.content(), read), written, read));
                default -> {}
            }
        }
    }

    private static ArrayNode asKnown(Class<?> type, ArrayNode read) {
        ArrayNode known = JsonNodeFactory.instance.arrayNode();
        read.forEach(entry -> known.add(KubernetesJson.tree(KubernetesJson.read(entry, type))));
        return known;
    }
}

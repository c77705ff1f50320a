package dev.turnstile.embedded.schema;

import dev.cel.common.values.CelByteString;
import dev.turnstile.cel.GoDuration;
import dev.turnstile.cel.JsonValues;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON as values of the expression language. Objects and lists are views: only what an expression touches is converted.
 */
public final class CelView {

    private CelView() {}

    /** A value without a schema. */
    public static Object of(JsonNode value) {
        return JsonValues.of(value);
    }

    static Object of(JsonNode value, @Nullable CelShape shape) {
        if (shape == null || value.isNull()) {
            return of(value);
        }
        return switch (shape.kind()) {
            case DYNAMIC, BOOL, INT, STRING -> of(value);
            case DOUBLE -> value.isNumber() ? (Object) value.doubleValue() : of(value);
            case BYTES -> value.isString() ? bytes(value.stringValue()) : of(value);
            case TIMESTAMP -> value.isString() ? instant(value.stringValue()) : of(value);
            case DATE -> value.isString() ? day(value.stringValue()) : of(value);
            case DURATION -> value.isString() ? duration(value.stringValue()) : of(value);
            case LIST -> value.isArray() ? new Items(value, shape.element()) : of(value);
            case MAP -> value instanceof ObjectNode object ? new MapView(object, shape.element()) : of(value);
            case OBJECT -> value instanceof ObjectNode object ? new TypedObject(object, shape) : of(value);
        };
    }

    private static Object bytes(String text) {
        try {
            return CelByteString.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** A text that is no time stays text; schema validation reports it. */
    private static Object instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return text;
        }
    }

    private static Object day(String text) {
        try {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException e) {
            return text;
        }
    }

    private static Object duration(String text) {
        Duration duration = GoDuration.parse(text);
        return duration == null ? text : duration;
    }

    /** A list; its items are converted on access. */
    private static final class Items extends AbstractList<Object> {
        private final JsonNode array;
        private final @Nullable CelShape element;

        Items(JsonNode array, @Nullable CelShape element) {
            this.array = array;
            this.element = element;
        }

        @Override
        public Object get(int index) {
            return of(array.get(index), element);
        }

        @Override
        public int size() {
            return array.size();
        }
    }

    private abstract static class View extends AbstractMap<String, Object> {
        final ObjectNode object;

        View(ObjectNode object) {
            this.object = object;
        }

        abstract Object value(String name, JsonNode value);

        @Override
        public boolean containsKey(@Nullable Object key) {
            return get(key) != null;
        }

        @Override
        public @Nullable Object get(@Nullable Object key) {
            if (!(key instanceof String name)) {
                return null;
            }
            JsonNode value = object.get(name);
            return value == null ? null : value(name, value);
        }

        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            Map<String, Object> all = LinkedHashMap.newLinkedHashMap(object.size());
            object.forEachEntry((name, value) -> all.put(keyOf(name), value(name, value)));
            return all.entrySet();
        }

        String keyOf(String name) {
            return name;
        }
    }

    private static final class MapView extends View {
        private final @Nullable CelShape element;

        MapView(ObjectNode object, @Nullable CelShape element) {
            super(object);
            this.element = element;
        }

        @Override
        Object value(String name, JsonNode value) {
            return of(value, element);
        }

        @Override
        public int size() {
            return object.size();
        }
    }

    /** A value that no expression can refer to; it takes part in comparisons only. */
    private record Unseen(JsonNode json) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Unseen(JsonNode that) && JsonEquality.same(json, that);
        }

        @Override
        public int hashCode() {
            return json.getNodeType().hashCode();
        }
    }

    /**
     * An object with known fields. Expressions cannot refer to others, which a schema that preserves unknown fields
     * allows, but they count when two objects are compared: they have keys that no expression can write.
     */
    private static final class TypedObject extends View {
        private static final String UNSEEN = "\0";

        private final CelShape shape;
        // The CEL runtime copies maps and compares keys by identity.
        private final Map<String, String> unseenKeys = new HashMap<>(0);

        TypedObject(ObjectNode object, CelShape shape) {
            super(object);
            this.shape = shape;
        }

        @Override
        public @Nullable Object get(@Nullable Object key) {
            if (!(key instanceof String name)) {
                return null;
            }
            if (name.startsWith(UNSEEN)) {
                JsonNode value = object.get(name.substring(UNSEEN.length()));
                return value == null ? null : new Unseen(value);
            }
            CelShape.Field field = shape.field(name);
            JsonNode value = field == null ? null : object.get(field.name());
            return field == null || value == null ? null : of(value, field.shape());
        }

        @Override
        Object value(String name, JsonNode value) {
            String escaped = shape.escapedName(name);
            CelShape.Field field = escaped == null ? null : shape.field(escaped);
            return field == null ? new Unseen(value) : of(value, field.shape());
        }

        @Override
        String keyOf(String name) {
            String escaped = shape.escapedName(name);
            return escaped == null ? unseenKeys.computeIfAbsent(name, unseen -> UNSEEN + unseen) : escaped;
        }

        @Override
        public int size() {
            return object.size();
        }
    }
}

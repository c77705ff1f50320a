package dev.turnstile.cel;

import dev.cel.common.values.NullValue;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON without a schema as values of the expression language: numbers with a fraction are doubles, all others are
 * integers. Objects and lists are views: only what an expression touches is converted.
 */
public final class JsonValues {
    private JsonValues() {}

    public static Object of(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> new View((ObjectNode) value);
            case ARRAY -> new Items(value);
            case STRING -> value.stringValue();
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> value.isIntegralNumber() ? (Object) value.longValue() : (Object) value.doubleValue();
            case NULL, MISSING -> NullValue.NULL_VALUE;
            case BINARY, POJO -> throw new IllegalArgumentException("no JSON value: " + value);
        };
    }

    private static final class Items extends AbstractList<Object> {
        private final JsonNode array;

        Items(JsonNode array) {
            this.array = array;
        }

        @Override
        public Object get(int index) {
            return of(array.get(index));
        }

        @Override
        public int size() {
            return array.size();
        }
    }

    private static final class View extends AbstractMap<String, Object> {
        private final ObjectNode object;

        View(ObjectNode object) {
            this.object = object;
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return key instanceof String name && object.has(name);
        }

        @Override
        public @Nullable Object get(@Nullable Object key) {
            JsonNode value = key instanceof String name ? object.get(name) : null;
            return value == null ? null : of(value);
        }

        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            Map<String, Object> all = LinkedHashMap.newLinkedHashMap(object.size());
            object.forEachEntry((name, value) -> all.put(name, of(value)));
            return all.entrySet();
        }

        @Override
        public int size() {
            return object.size();
        }
    }
}

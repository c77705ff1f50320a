package dev.turnstile.model.meta;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Leads Gson, which the official client uses, to {@link KubernetesJson}, so that there is one mapping and not two.
 *
 * <p>Also the reason why metadata of a newer cluster can be read: the client's own adapter for it refuses fields that
 * it does not know.
 */
public final class JacksonAdapter implements TypeAdapterFactory {
    /** For Gson, which makes one where {@code @JsonAdapter} names the class. */
    public JacksonAdapter() {}

    @Override
    public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
        @SuppressWarnings("unchecked") // a type token's raw type is that of its type
        Class<T> raw = (Class<T>) type.getRawType();
        return new Adapter<>(raw);
    }

    private static final class Adapter<T> extends TypeAdapter<T> {
        private final Class<T> type;

        Adapter(Class<T> type) {
            this.type = type;
        }

        @Override
        public void write(JsonWriter out, @Nullable T value) throws IOException {
            if (value == null) {
                out.nullValue();
            } else {
                copy(KubernetesJson.tree(value), out);
            }
        }

        @Override
        public @Nullable T read(JsonReader in) throws IOException {
            JsonNode tree = copy(in);
            return tree.isNull() ? null : KubernetesJson.read(tree, type);
        }
    }

    private static void copy(JsonNode node, JsonWriter out) throws IOException {
        switch (node) {
            case ObjectNode object -> {
                out.beginObject();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    out.name(field.getKey());
                    copy(field.getValue(), out);
                }
                out.endObject();
            }
            case ArrayNode array -> {
                out.beginArray();
                for (JsonNode entry : array) {
                    copy(entry, out);
                }
                out.endArray();
            }
            default -> copyScalar(node, out);
        }
    }

    private static void copyScalar(JsonNode node, JsonWriter out) throws IOException {
        switch (node.getNodeType()) {
            case NUMBER -> out.value(node.numberValue());
            case BOOLEAN -> out.value(node.booleanValue());
            case NULL -> out.nullValue();
            case STRING -> out.value(node.stringValue());
            case ARRAY, BINARY, MISSING, OBJECT, POJO ->
                throw new IllegalStateException("no JSON has a " + node.getNodeType() + " where a scalar belongs");
        }
    }

    private static JsonNode copy(JsonReader in) throws IOException {
        return switch (in.peek()) {
            case BEGIN_OBJECT -> copyObject(in);
            case BEGIN_ARRAY -> copyArray(in);
            case STRING -> JsonNodeFactory.instance.stringNode(in.nextString());
            case NUMBER -> number(in.nextString());
            case BOOLEAN -> JsonNodeFactory.instance.booleanNode(in.nextBoolean());
            case NULL -> {
                in.nextNull();
                yield JsonNodeFactory.instance.nullNode();
            }
            case NAME, END_OBJECT, END_ARRAY, END_DOCUMENT ->
                throw new IOException("expected a JSON value at " + in.getPath() + ", found " + in.peek());
        };
    }

    private static ObjectNode copyObject(JsonReader in) throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        in.beginObject();
        while (in.hasNext()) {
            object.set(in.nextName(), copy(in));
        }
        in.endObject();
        return object;
    }

    private static ArrayNode copyArray(JsonReader in) throws IOException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        in.beginArray();
        while (in.hasNext()) {
            array.add(copy(in));
        }
        in.endArray();
        return array;
    }

    private static JsonNode number(String text) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (text.chars().anyMatch(character -> character == '.' || character == 'e' || character == 'E')) {
            return nodes.numberNode(Double.parseDouble(text));
        }
        BigInteger value = new BigInteger(text);
        if (value.bitLength() <= 31) {
            return nodes.numberNode(value.intValueExact());
        }
        return value.bitLength() <= 63 ? nodes.numberNode(value.longValueExact()) : nodes.numberNode(value);
    }
}

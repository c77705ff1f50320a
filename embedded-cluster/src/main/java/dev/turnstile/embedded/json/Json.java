package dev.turnstile.embedded.json;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON, and reads values at paths of a tree. */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(16 * 1024 * 1024)
                    .maxNestingDepth(1000)
                    .build())
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    public static ObjectNode parse(byte[] json) {
        return (ObjectNode) read(json);
    }

    public static ObjectNode parse(String json) {
        return (ObjectNode) read(json);
    }

    public static JsonNode read(byte[] json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return JsonTrees.read(parser, JsonTrees.Position.ANYWHERE);
        }
    }

    public static JsonNode read(String json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return JsonTrees.read(parser, JsonTrees.Position.ANYWHERE);
        }
    }

    public static JsonNode read(InputStream json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return JsonTrees.read(parser, JsonTrees.Position.ANYWHERE);
        }
    }

    /** Writes without the object mapper that a node's own {@code toString} would initialise. */
    public static String write(JsonNode node) {
        return new String(bytes(node), StandardCharsets.UTF_8);
    }

    public static byte[] bytes(JsonNode node) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            JsonTrees.write(node, out);
        }
        return bytes.toByteArray();
    }

    /** The node at a path of property names, or null where a step is missing or null. */
    public static @Nullable JsonNode at(@Nullable JsonNode node, String... path) {
        JsonNode current = node;
        for (String step : path) {
            if (current == null) {
                return null;
            }
            current = current.get(step);
        }
        return current == null || current.isNull() ? null : current;
    }

    /** The text at a path, or the empty string. */
    public static String text(@Nullable JsonNode node, String... path) {
        JsonNode found = at(node, path);
        return found == null
                ? ""
                : found.isString() ? found.stringValue() : found.isValueNode() ? found.asString() : "";
    }

    public static long number(@Nullable JsonNode node, long otherwise, String... path) {
        JsonNode found = at(node, path);
        return found == null || !found.isNumber() ? otherwise : found.longValue();
    }

    public static boolean flag(@Nullable JsonNode node, String... path) {
        JsonNode found = at(node, path);
        return found != null && found.isBoolean() && found.booleanValue();
    }

    /** The elements of the array at a path; none if there is no array. */
    public static List<JsonNode> items(@Nullable JsonNode node, String... path) {
        List<JsonNode> items = new ArrayList<>();
        if (at(node, path) instanceof ArrayNode array) {
            array.forEach(items::add);
        }
        return items;
    }

    public static List<String> texts(@Nullable JsonNode node, String... path) {
        return items(node, path).stream().map(item -> text(item)).toList();
    }

    /** The object in a field, created if it is missing or not an object. */
    public static ObjectNode child(ObjectNode parent, String name) {
        return parent.get(name) instanceof ObjectNode existing ? existing : parent.putObject(name);
    }

    public static ObjectNode metadata(ObjectNode object) {
        return child(object, "metadata");
    }

    public static String name(ObjectNode object) {
        return text(object, "metadata", "name");
    }

    public static String namespace(ObjectNode object) {
        return text(object, "metadata", "namespace");
    }
}

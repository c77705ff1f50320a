package dev.turnstile.embedded.json;

import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads trees from tokens and writes them. An object mapper could do that, but has several hundred classes that the
 * first cluster of a JVM would have to load.
 */
public final class JsonTrees {
    private static final double MAX_EXACT_DOUBLE = 1L << 53;

    private JsonTrees() {}

    /** The position of the reader in the document, for readers that report repeated fields. */
    public interface Position {
        /** For readers that ignore positions. */
        Position ANYWHERE = new Position() {
            @Override
            public Position field(String name) {
                return this;
            }

            @Override
            public Position item(int index) {
                return this;
            }

            @Override
            public void repeated() {}
        };

        Position field(String name);

        Position item(int index);

        /** Called when the document states this field more than once; the last one counts, as in Kubernetes. */
        void repeated();
    }

    /** Reads one document, up to its end. */
    public static JsonNode read(JsonParser parser, Position place) {
        if (parser.nextToken() == null) {
            throw new StreamReadException(parser, "unexpected end of JSON input");
        }
        JsonNode value = value(parser, place);
        if (parser.nextToken() != null) {
            throw new StreamReadException(parser, "invalid character after top-level value");
        }
        return value;
    }

    private static JsonNode value(JsonParser parser, Position place) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, place);
            case START_ARRAY -> array(parser, place);
            case VALUE_STRING -> nodes.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> integer(parser, nodes);
            case VALUE_NUMBER_FLOAT -> fraction(parser.getDoubleValue(), nodes);
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME ->
                throw new IllegalStateException("no JSON value starts with " + parser.currentToken());
        };
    }

    private static ObjectNode object(JsonParser parser, Position place) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            Position field = place.field(name);
            if (object.replace(name, value(parser, field)) != null) {
                field.repeated();
            }
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, Position place) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, place.item(array.size())));
        }
        return array;
    }

    /** Kubernetes prints a float without a fraction as an integer, so it is stored as one. */
    private static JsonNode fraction(double number, JsonNodeFactory nodes) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < MAX_EXACT_DOUBLE;
        return whole ? nodes.numberNode((long) number) : nodes.numberNode(number);
    }

    private static JsonNode integer(JsonParser parser, JsonNodeFactory nodes) {
        return switch (parser.getNumberType()) {
            case INT -> nodes.numberNode(parser.getIntValue());
            case LONG -> nodes.numberNode(parser.getLongValue());
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> nodes.numberNode(parser.getDoubleValue());
        };
    }

    static void write(JsonNode node, JsonGenerator out) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                out.writeStartObject();
                for (Map.Entry<String, JsonNode> field : node.properties()) {
                    out.writeName(field.getKey());
                    write(field.getValue(), out);
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                for (JsonNode item : node) {
                    write(item, out);
                }
                out.writeEndArray();
            }
            case STRING -> out.writeString(node.stringValue());
            case NUMBER -> number(node, out);
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            case NULL -> out.writeNull();
            case MISSING, BINARY, POJO -> throw new IllegalArgumentException("no JSON value: " + node.getNodeType());
        }
    }

    private static void number(JsonNode node, JsonGenerator out) {
        switch (node.numberType()) {
            case INT -> out.writeNumber(node.intValue());
            case LONG -> out.writeNumber(node.longValue());
            case BIG_INTEGER -> out.writeNumber(node.bigIntegerValue());
            case FLOAT -> out.writeNumber(node.floatValue());
            case DOUBLE -> out.writeNumber(node.doubleValue());
            case BIG_DECIMAL -> out.writeNumber(node.decimalValue());
        }
    }
}

package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON document together with the fields that it states more than once, which a plain parser silently drops: strict
 * field validation refuses them, {@code Warn} names them.
 *
 * @param value the document; the last one of repeated fields wins, as in Kubernetes
 * @param duplicates messages as Kubernetes words them, in document order: {@code duplicate field "spec.replicas"}
 */
public record StrictJson(JsonNode value, List<String> duplicates) {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final double MAX_EXACT_DOUBLE = 1L << 53;

    /** A body that is no JSON document; the message says where. */
    public static final class MalformedJsonException extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedJsonException(String message) {
            super(message);
        }
    }

    public static StrictJson parse(byte[] json) throws MalformedJsonException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return parse(parser);
        } catch (JacksonException e) {
            throw new MalformedJsonException(e.getOriginalMessage());
        }
    }

    /** Reads one document; for other formats that have a Jackson parser, such as YAML. */
    public static StrictJson parse(JsonParser parser) throws MalformedJsonException {
        List<String> duplicates = new ArrayList<>();
        if (parser.nextToken() == null) {
            throw new MalformedJsonException("unexpected end of JSON input");
        }
        JsonNode value = value(parser, Path.ROOT, duplicates);
        if (parser.nextToken() != null) {
            throw new MalformedJsonException("invalid character after top-level value");
        }
        return new StrictJson(value, List.copyOf(duplicates));
    }

    private static JsonNode value(JsonParser parser, Path path, List<String> duplicates) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, path, duplicates);
            case START_ARRAY -> array(parser, path, duplicates);
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

    private static ObjectNode object(JsonParser parser, Path path, List<String> duplicates) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            Path field = path.field(name);
            if (object.replace(name, value(parser, field, duplicates)) != null) {
                String message = "duplicate field \"" + field + "\"";
                if (!duplicates.contains(message)) {
                    duplicates.add(message);
                }
            }
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, Path path, List<String> duplicates) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, path.item(array.size()), duplicates));
        }
        return array;
    }

    /** Kubernetes prints a float without a fraction as an integer, so that it is stored as one. */
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
}

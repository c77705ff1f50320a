package dev.turnstile.embedded.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Whether Kubernetes could decode a built-in kind's JSON into its Go structs, and what Go says when not. */
final class Decoding {

    private Decoding() {}

    static List<String> errors(Schema schema, JsonNode object) {
        String error = find(schema, object, new Place(schema.typeName(), ""));
        return error == null ? List.of() : List.of(error);
    }

    /** The Go struct whose field is being decoded, and the field's path from the object. */
    private record Place(String struct, String field) {
        Place enter(String name) {
            return new Place(struct, field.isEmpty() ? name : field + "." + name);
        }
    }

    private static @Nullable String find(Schema schema, JsonNode value, Place place) {
        if (value.isNull() || schema.type() == Schema.Type.ANY) {
            return null;
        }
        if (!fits(schema, value)) {
            return refuse(schema, value, place);
        }
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                Schema field = schema.field(entry.getKey());
                // Go names the field that is a map, not the key in it.
                Place inner = schema.property(entry.getKey()) == null ? place : place.enter(entry.getKey());
                String error = field == null ? null : find(field, entry.getValue(), inner);
                if (error != null) {
                    return error;
                }
            }
        } else if (value.isArray() && schema.items() != null) {
            for (JsonNode item : value) {
                String error = find(schema.items(), item, place);
                if (error != null) {
                    return error;
                }
            }
        }
        return null;
    }

    private static boolean fits(Schema schema, JsonNode value) {
        return switch (schema.type()) {
            case OBJECT -> value.isObject();
            case ARRAY -> value.isArray();
            case BOOLEAN -> value.isBoolean();
            case INTEGER ->
                value.isIntegralNumber()
                        && (schema.format().equals("int32") ? value.canConvertToInt() : value.canConvertToLong());
            case NUMBER -> value.isNumber();
            case STRING -> value.isString() || (schema.format().equals("quantity") && value.isNumber());
            case ANY -> true;
        };
    }

    private static String refuse(Schema schema, JsonNode value, Place place) {
        String kind = switch (StructureCheck.typeOf(value)) {
            case "boolean" -> "bool";
            case "integer", "number" -> schema.type() == Schema.Type.INTEGER ? "number " + value : "number";
            case String other -> other;
        };
        String struct = place.struct().substring(place.struct().lastIndexOf('.') + 1);
        return "json: cannot unmarshal " + kind + " into Go struct field " + struct + "." + place.field() + " of type "
                + goType(schema);
    }

    private static String goType(Schema schema) {
        if (!schema.typeName().isEmpty()) {
            return schema.typeName();
        }
        return switch (schema.type()) {
            case OBJECT ->
                "map[string]"
                        + (schema.additionalProperties() == null
                                ? "interface {}"
                                : goType(schema.additionalProperties()));
            case ARRAY -> "[]" + (schema.items() == null ? "interface {}" : goType(schema.items()));
            case BOOLEAN -> "bool";
            case INTEGER -> schema.format().isEmpty() ? "int64" : schema.format();
            case NUMBER -> "float64";
            case STRING -> "string";
            case ANY -> "interface {}";
        };
    }
}

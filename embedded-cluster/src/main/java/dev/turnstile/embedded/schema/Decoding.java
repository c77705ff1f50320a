package dev.turnstile.embedded.schema;

import dev.turnstile.model.quantity.Quantity;
import dev.turnstile.model.quantity.QuantityFormatException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Whether Kubernetes could decode the JSON of a built-in kind into its Go structs, and Go's error if not. */
final class Decoding {

    private static final String NO_QUANTITY =
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final Pattern BASE64 =
            Pattern.compile("(?:[A-Za-z0-9+/]{4}[\\r\\n]*)*+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?[\\r\\n]*");
    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d([.,]\\d+)?(Z|[-+]\\d\\d:\\d\\d)");

    private Decoding() {}

    static List<String> errors(Schema schema, JsonNode object) {
        String error = find(schema, object, new StructField(schema.typeName(), ""));
        return error == null ? List.of() : List.of(error);
    }

    /** The Go struct whose field is being decoded, and the field's path from the object. */
    private record StructField(String struct, String field) {
        /** Go's errors name the innermost struct, and the path from the outermost. */
        StructField enter(Schema owner, String name) {
            return new StructField(
                    owner.typeName().isEmpty() ? struct : owner.typeName(),
                    field.isEmpty() ? name : field + "." + name);
        }
    }

    private static @Nullable String find(Schema schema, JsonNode value, StructField place) {
        if (value.isNull()) {
            return null;
        }
        if (schema.type() == Schema.JsonType.ANY) {
            return value.isString() ? malformed(schema, value.stringValue()) : null;
        }
        if (!fits(schema, value)) {
            return refuse(schema, value, place);
        }
        if (value.isString()) {
            return malformed(schema, value.stringValue());
        }
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                Schema field = schema.field(entry.getKey());
                // Go's errors name the field that is a map, not the key in it.
                StructField inner =
                        schema.property(entry.getKey()) == null ? place : place.enter(schema, entry.getKey());
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

    /** Types that are text in JSON and something else in Go. */
    private static @Nullable String malformed(Schema schema, String text) {
        return switch (schema.format()) {
            case "quantity" -> isQuantity(text) ? null : NO_QUANTITY;
            case "byte" -> {
                int end = base64End(text);
                yield end == text.length() ? null : "illegal base64 data at input byte " + end;
            }
            case "date-time" ->
                text.isEmpty() || TIME.matcher(text).matches()
                        ? null
                        : "parsing time " + FieldError.quote(text) + " as \"2006-01-02T15:04:05Z07:00\": cannot parse "
                                + FieldError.quote(text) + " as \"2006\"";
            default -> null;
        };
    }

    private static boolean isQuantity(String text) {
        try {
            Quantity.parse(text);
            return true;
        } catch (QuantityFormatException e) {
            return false;
        }
    }

    /** How many characters of a text are base64, with padding at its end. */
    private static int base64End(String text) {
        Matcher matcher = BASE64.matcher(text);
        return matcher.lookingAt() ? matcher.end() : 0;
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

    private static String refuse(Schema schema, JsonNode value, StructField place) {
        String kind = switch (StructureCheck.typeOf(value)) {
            case "boolean" -> "bool";
            case "integer", "number" -> schema.type() == Schema.JsonType.INTEGER ? "number " + value : "number";
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

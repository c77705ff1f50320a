package dev.turnstile.embedded.schema;

import dev.turnstile.cel.cost.Estimate;
import dev.turnstile.cel.cost.Sizes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How large the values of one part of a schema can be: by its stated limits, or else by the size limit of a request.
 * Counted as Kubernetes counts, in bytes of JSON.
 *
 * @param most characters of a text, items of a list, entries of a map; 0 for everything else
 * @param least bytes that the smallest value takes
 * @param fields of an object, by their escaped names
 * @param element of a list's items or a map's values
 */
record ValueSizes(
        long most,
        long least,
        Map<String, ValueSizes> fields,
        @Nullable ValueSizes keys,
        @Nullable ValueSizes element) implements Sizes {

    private static final long REQUEST = 3L * 1024 * 1024;
    private static final long BRACKETS = 2;
    private static final ValueSizes KEY = scalar(0, 2);
    private static final ValueSizes TEXT = scalar(REQUEST - BRACKETS, 2);

    /** The fields that every object of a request has. */
    private static final Map<String, ValueSizes> HEAD = Map.of(
            "apiVersion", TEXT, "kind", TEXT, "metadata", object(Map.of("name", TEXT, "generateName", TEXT), BRACKETS));

    /**
     * @param resource whether the part is a whole object with kind and metadata
     * @return null for parts that rules cannot refer to
     */
    static @Nullable ValueSizes of(JsonNode schema, boolean resource) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean(false)) {
            return scalar(schema.has("maxLength") ? bytes(schema) : REQUEST - BRACKETS, 1);
        }
        return switch (schema.path("type").asString("")) {
            case "array" -> list(schema);
            case "object" -> schema.path("additionalProperties").isObject() ? map(schema) : object(schema, resource);
            case "string" -> text(schema);
            case "boolean" -> scalar(0, 4);
            case "number", "integer" -> scalar(0, 1);
            default -> null;
        };
    }

    /** How many values of this size fit into one request, with a comma each. */
    long cardinality() {
        return REQUEST / (least + 1);
    }

    @Override
    public @Nullable Estimate of(List<String> path) {
        @Nullable ValueSizes place = this;
        for (String step : path.subList(1, path.size())) {
            place = switch (step) {
                case ITEMS, VALUES -> place.element;
                case KEYS -> place.keys;
                default -> place.fields.get(step);
            };
            if (place == null) {
                return null;
            }
        }
        return Estimate.atMost(place.most);
    }

    private static ValueSizes scalar(long most, long least) {
        return new ValueSizes(most, least, Map.of(), null, null);
    }

    private static ValueSizes object(Map<String, ValueSizes> fields, long least) {
        return new ValueSizes(0, least, fields, null, null);
    }

    private static @Nullable ValueSizes below(JsonNode schema) {
        return of(schema, schema.path("x-kubernetes-embedded-resource").asBoolean(false));
    }

    private static @Nullable ValueSizes list(JsonNode schema) {
        ValueSizes item = below(schema.path("items"));
        return item == null
                ? null
                : new ValueSizes(
                        limit(schema, "maxItems", (REQUEST - BRACKETS) / (item.least + 1)),
                        BRACKETS,
                        Map.of(),
                        null,
                        item);
    }

    /** The smallest entry is an empty name in quotation marks, a colon, a value, a comma. */
    private static @Nullable ValueSizes map(JsonNode schema) {
        ValueSizes value = below(schema.path("additionalProperties"));
        return value == null
                ? null
                : new ValueSizes(
                        limit(schema, "maxProperties", (REQUEST - BRACKETS) / (value.least + 6)),
                        BRACKETS,
                        Map.of(),
                        KEY,
                        value);
    }

    private static ValueSizes object(JsonNode schema, boolean resource) {
        Map<String, ValueSizes> fields = new HashMap<>();
        long[] least = {BRACKETS};
        schema.path("properties").forEachEntry((name, property) -> {
            ValueSizes field = below(property);
            if (field == null) {
                return;
            }
            String escaped = CelNames.escape(name);
            if (escaped != null) {
                fields.put(escaped, field);
            }
            if (!property.has("default") && requires(schema, name)) {
                least[0] += name.length() + field.least + 4;
            }
        });
        if (resource) {
            fields.putAll(HEAD);
        }
        return object(fields, least[0]);
    }

    private static boolean requires(JsonNode schema, String name) {
        return schema.path("required")
                .valueStream()
                .anyMatch(required -> required.asString("").equals(name));
    }

    private static ValueSizes text(JsonNode schema) {
        return switch (schema.path("format").asString("")) {
            case "byte" -> scalar(limit(schema, "maxLength", REQUEST - BRACKETS), 2);
            case "duration" -> scalar(32, 3);
            case "date" -> scalar(12, 12);
            case "date-time" -> scalar(32, 21);
            default -> scalar(schema.has("maxLength") ? bytes(schema) : longestValue(schema), 2);
        };
    }

    private static long longestValue(JsonNode schema) {
        JsonNode values = schema.path("enum");
        return values.isEmpty()
                ? REQUEST - BRACKETS
                : values.valueStream()
                        .mapToLong(value -> value.asString("").length())
                        .max()
                        .orElse(0);
    }

    /** Limits of texts count characters, which take up to four bytes. */
    private static long bytes(JsonNode schema) {
        return Estimate.product(limit(schema, "maxLength", 0), 4);
    }

    private static long limit(JsonNode schema, String name, long otherwise) {
        JsonNode limit = schema.path(name);
        return limit.isNumber() ? Math.max(0, limit.asLong()) : otherwise;
    }

    /**
     * How many values of this kind one object can have at most, by the limits of the lists and maps that contain it.
     *
     * @param above the same of the part that it is in; null where a list or map without a limit is among them
     */
    static @Nullable Long cardinality(JsonNode parent, @Nullable Long above) {
        if (above == null) {
            return null;
        }
        @Nullable
        String name = switch (parent.path("type").asString("")) {
            case "array" -> "maxItems";
            case "object" -> parent.has("additionalProperties") ? "maxProperties" : null;
            default -> null;
        };
        if (name == null) {
            return above;
        }
        return parent.path(name).isNumber() ? Long.valueOf(Estimate.product(above, limit(parent, name, 0))) : null;
    }
}

package dev.turnstile.embedded.schema;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The limits of a schema beyond its type. Absent limits are null.
 *
 * @param typeKeywords the types that are allowed here; empty when any is
 * @param nested of allOf, anyOf, oneOf and not
 */
public record ValueRules(
        Set<String> typeKeywords,
        Set<String> required,
        List<JsonNode> allowed,
        @Nullable Bound minimum,
        @Nullable Bound maximum,
        @Nullable Double multipleOf,
        @Nullable Long minLength,
        @Nullable Long maxLength,
        @Nullable Pattern pattern,
        @Nullable Long minItems,
        @Nullable Long maxItems,
        @Nullable Long minProperties,
        @Nullable Long maxProperties,
        Nested nested) {

    /** A limit of a number; an exclusive one is itself not allowed. */
    public record Bound(double value, boolean exclusive) {}

    /** Schemas of which all, at least one, exactly one, or none must match. */
    public record Nested(
            List<Schema> allOf,
            List<Schema> anyOf,
            List<Schema> oneOf,
            @Nullable Schema not) {

        static final Nested NONE = new Nested(List.of(), List.of(), List.of(), null);

        boolean isEmpty() {
            return allOf.isEmpty() && anyOf.isEmpty() && oneOf.isEmpty() && not == null;
        }
    }

    static final ValueRules NONE = new ValueRules(
            Set.of(), Set.of(), List.of(), null, null, null, null, null, null, null, null, null, null, Nested.NONE);
}

package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Whether a schema is structural: every field has a type where it is declared, and schemas under {@code allOf},
 * {@code anyOf}, {@code oneOf} and {@code not} only restrict values.
 */
final class StructuralInvariants {

    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String rule;

        Level(String rule) {
            this.rule = rule;
        }
    }

    /** What a schema under allOf, anyOf, oneOf or not is a part of. */
    private enum Around {
        ANYTHING,
        INT_OR_STRING,
        /** The alternatives of an int-or-string, which may state types. */
        ALTERNATIVES
    }

    private final List<FieldError> errors = new ArrayList<>();

    private StructuralInvariants() {}

    static List<FieldError> errors(JsonNode schema, Path place) {
        StructuralInvariants invariants = new StructuralInvariants();
        invariants.visit(schema, Level.ROOT, place);
        invariants.errors.sort(Comparator.comparing(FieldError::message));
        return invariants.errors;
    }

    private void visit(JsonNode schema, Level level, Path place) {
        String type = schema.path("type").asString("");
        boolean embedded = flag(schema, "x-kubernetes-embedded-resource");
        boolean preserves = flag(schema, "x-kubernetes-preserve-unknown-fields");
        boolean intOrString = flag(schema, "x-kubernetes-int-or-string");
        if (type.equals("array") && !schema.path("items").isObject()) {
            errors.add(FieldError.required(place.field("items").toString(), "must be specified"));
        }
        if (schema.path("items").isObject()) {
            visit(schema.path("items"), Level.ITEM, place.field("items"));
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            visit(property.getValue(), Level.FIELD, place.field("properties").entry(property.getKey()));
        }
        JsonNode additional = schema.path("additionalProperties");
        if (!additional.isMissingNode() && level == Level.ROOT) {
            errors.add(FieldError.forbidden(
                    place.field("additionalProperties").toString(), "must not be used at the root"));
        }
        if (additional.isObject()) {
            visit(additional, Level.FIELD, place.field("additionalProperties"));
        }
        if (intOrString && preserves) {
            errors.add(FieldError.invalid(
                    place.field("x-kubernetes-preserve-unknown-fields").toString(),
                    true,
                    "must be false if x-kubernetes-int-or-string is true"));
        }
        if (embedded && !type.equals("object")) {
            String rule = "must be object if x-kubernetes-embedded-resource is true";
            errors.add(
                    type.isEmpty()
                            ? FieldError.required(place.field("type").toString(), rule)
                            : FieldError.invalid(place.field("type").toString(), type, rule));
        } else if (type.isEmpty() && !intOrString && !preserves) {
            errors.add(FieldError.required(place.field("type").toString(), level.rule));
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            errors.add(FieldError.invalid(place.field("type").toString(), type, "must be object at the root"));
        }
        if (embedded && !preserves && schema.path("properties").isEmpty()) {
            errors.add(FieldError.required(
                    place.field("properties").toString(),
                    "must not be empty if x-kubernetes-embedded-resource is true without"
                            + " x-kubernetes-preserve-unknown-fields"));
        }
        checkMetadata(schema, level, place);
        visitJunctors(schema, intOrString, place);
    }

    private static boolean flag(JsonNode schema, String name) {
        return schema.path(name).asBoolean(false);
    }

    private void checkMetadata(JsonNode schema, Level level, Path place) {
        JsonNode metadata = schema.path("properties").path("metadata");
        if (level == Level.ROOT && metadata.isObject()) {
            Path at = place.field("properties").entry("metadata");
            if (!metadata.path("type").asString("").equals("object")) {
                errors.add(FieldError.invalid(
                        at.field("type").toString(), metadata.path("type").asString(""), "must be object"));
            }
            if (!Set.of("name", "generateName")
                    .containsAll(metadata.path("properties").propertyNames())) {
                errors.add(FieldError.forbidden(
                        at.toString(),
                        "must not specify anything other than name and generateName, but metadata is"
                                + " implicitly specified"));
            }
        }
    }

    private void visitJunctors(JsonNode schema, boolean intOrString, Path place) {
        for (String junctor : List.of("allOf", "anyOf", "oneOf")) {
            int position = 0;
            for (JsonNode nested : schema.path(junctor)) {
                Around around = !intOrString
                        ? Around.ANYTHING
                        : junctor.equals("anyOf") ? Around.ALTERNATIVES : Around.INT_OR_STRING;
                visitNested(nested, around, place.field(junctor).item(position++));
            }
        }
        if (schema.path("not").isObject()) {
            visitNested(schema.path("not"), Around.ANYTHING, place.field("not"));
        }
    }

    private void visitNested(JsonNode nested, Around around, Path place) {
        if (around != Around.ALTERNATIVES && nested.has("type")) {
            errors.add(FieldError.forbidden(place.field("type").toString(), "must be empty to be structural"));
        }
        for (String name : List.of("title", "description", "x-kubernetes-list-map-keys")) {
            if (!nested.path(name).isMissingNode()) {
                errors.add(FieldError.forbidden(place.field(name).toString(), "must be empty to be structural"));
            }
        }
        for (String name :
                List.of("default", "additionalProperties", "x-kubernetes-list-type", "x-kubernetes-map-type")) {
            if (nested.has(name)) {
                errors.add(FieldError.forbidden(place.field(name).toString(), "must be undefined to be structural"));
            }
        }
        for (String name : List.of(
                "nullable",
                "x-kubernetes-preserve-unknown-fields",
                "x-kubernetes-embedded-resource",
                "x-kubernetes-int-or-string")) {
            if (flag(nested, name)) {
                errors.add(FieldError.forbidden(place.field(name).toString(), "must be false to be structural"));
            }
        }
        if (nested.path("properties").has("metadata")) {
            errors.add(FieldError.forbidden(
                    place.field("properties").entry("metadata").toString(),
                    "must not be specified in a nested context"));
        }
        nested.path("properties")
                .forEachEntry((name, property) -> visitNested(
                        property, Around.ANYTHING, place.field("properties").entry(name)));
        if (nested.path("items").isObject()) {
            visitNested(nested.path("items"), Around.ANYTHING, place.field("items"));
        }
        visitJunctors(nested, around != Around.ANYTHING, place);
    }
}

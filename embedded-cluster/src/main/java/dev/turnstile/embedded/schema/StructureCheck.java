package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Validates a custom resource against its schema: types, required fields, limits, formats.
 *
 * <p>Ratcheting: errors in a part that an update leaves unchanged are ignored. A part of the old object corresponds if
 * it has the same name, or the same keys in a map list; items of other lists have no counterpart.
 */
final class StructureCheck {

    private final List<FieldError> errors;

    StructureCheck(List<FieldError> errors) {
        this.errors = errors;
    }

    /** @param old the counterpart, or null when there is none */
    void check(Schema schema, JsonNode value, @Nullable JsonNode old, Path path) {
        int before = errors.size();
        ValueRules rules = schema.valueRules();
        if (checkType(schema, rules, value, path)) {
            checkAllowed(rules, value, path);
            switch (value.getNodeType()) {
                case OBJECT -> checkObject(schema, rules, (ObjectNode) value, old, path);
                case ARRAY -> checkArray(schema, rules, value, old, path);
                case STRING -> checkText(schema, rules, value.stringValue(), path);
                case NUMBER -> checkNumber(rules, value, path);
                case BOOLEAN, NULL, MISSING, BINARY, POJO -> {}
            }
            if (!value.isNull() && !rules.nested().isEmpty()) {
                checkNested(rules.nested(), value, path);
            }
        }
        if (errors.size() > before && old != null && JsonEquality.same(value, old)) {
            errors.subList(before, errors.size()).clear();
        }
    }

    private boolean checkType(Schema schema, ValueRules rules, JsonNode value, Path path) {
        if (rules.typeKeywords().isEmpty()) {
            return true;
        }
        if (value.isNull() && schema.nullable()) {
            return true;
        }
        String type = typeOf(value);
        boolean fits = rules.typeKeywords().contains(type)
                || (type.equals("integer") && rules.typeKeywords().contains("number"))
                || (type.equals("number") && rules.typeKeywords().contains("integer") && isWhole(value));
        if (!fits) {
            String expected = String.join(",", rules.typeKeywords());
            errors.add(FieldError.typeInvalid(
                    path.toString(),
                    type,
                    name(path) + " in body must be of type " + expected + ": " + FieldError.quote(type)));
        }
        return fits;
    }

    private static boolean isWhole(JsonNode value) {
        double number = value.doubleValue();
        return number == Math.rint(number) && !Double.isInfinite(number);
    }

    static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "string";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case NULL, MISSING, BINARY, POJO -> "null";
        };
    }

    private void checkAllowed(ValueRules rules, JsonNode value, Path path) {
        if (rules.allowed().isEmpty() || rules.allowed().stream().anyMatch(one -> JsonEquality.same(one, value))) {
            return;
        }
        errors.add(FieldError.notSupported(
                path.toString(),
                value,
                rules.allowed().stream()
                        .map(one -> one.isString() ? one.stringValue() : one.toString())
                        .toList()));
    }

    private void checkObject(Schema schema, ValueRules rules, ObjectNode object, @Nullable JsonNode old, Path path) {
        int size = object.size();
        if (rules.minProperties() != null && size < rules.minProperties()) {
            errors.add(FieldError.invalid(
                    path.toString(),
                    size,
                    name(path) + " in body should have at least " + rules.minProperties() + " properties"));
        }
        if (rules.maxProperties() != null && size > rules.maxProperties()) {
            errors.add(FieldError.tooMany(path.toString(), size, Math.toIntExact(rules.maxProperties())));
        }
        boolean resource = schema.embeddedResource() || schema.customResource != null;
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            String name = entry.getKey();
            Schema field = schema.field(name);
            if (field != null && !(resource && name.equals("metadata"))) {
                boolean typeMeta = schema.customResource != null && (name.equals("apiVersion") || name.equals("kind"));
                check(field, entry.getValue(), old == null || typeMeta ? null : old.get(name), path.field(name));
            }
        }
        if (resource && schema.metadataRestriction != null && object.get("metadata") instanceof ObjectNode metadata) {
            check(SchemaReader.part(schema.metadataRestriction), metadata, null, path.field("metadata"));
        }
        for (String name : rules.required()) {
            if (!object.has(name)) {
                errors.add(FieldError.required(path.field(name).toString(), ""));
            }
        }
    }

    private void checkArray(Schema schema, ValueRules rules, JsonNode array, @Nullable JsonNode old, Path path) {
        int size = array.size();
        if (rules.minItems() != null && size < rules.minItems()) {
            errors.add(FieldError.invalid(
                    path.toString(),
                    size,
                    name(path) + " in body should have at least " + rules.minItems() + " items"));
        }
        if (rules.maxItems() != null && size > rules.maxItems()) {
            errors.add(FieldError.tooMany(path.toString(), size, Math.toIntExact(rules.maxItems())));
        }
        if (schema.items() != null) {
            for (int i = 0; i < size; i++) {
                JsonNode item = array.get(i);
                check(schema.items(), item, ListKeys.counterpart(schema, item, old), path.item(i));
            }
        }
    }

    private void checkText(Schema schema, ValueRules rules, String text, Path path) {
        if (rules.maxLength() != null && text.codePointCount(0, text.length()) > rules.maxLength()) {
            errors.add(FieldError.tooLong(path.toString(), Math.toIntExact(rules.maxLength())));
        } else if (rules.minLength() != null && text.codePointCount(0, text.length()) < rules.minLength()) {
            errors.add(FieldError.invalid(
                    path.toString(),
                    text,
                    name(path) + " in body should be at least " + rules.minLength() + " chars long"));
        } else if (rules.pattern() != null && !rules.pattern().matcher(text).find()) {
            errors.add(FieldError.invalid(
                    path.toString(),
                    text,
                    name(path) + " in body should match '" + rules.pattern().pattern() + "'"));
        }
        Predicate<String> format = TextFormats.check(schema.format());
        if (format != null && !format.test(text)) {
            errors.add(FieldError.typeInvalid(
                    path.toString(),
                    text,
                    name(path) + " in body must be of type " + schema.format() + ": " + FieldError.quote(text)));
        }
    }

    private void checkNumber(ValueRules rules, JsonNode value, Path path) {
        double number = value.doubleValue();
        ValueRules.Bound max = rules.maximum();
        if (max != null && (max.exclusive() ? number >= max.value() : number > max.value())) {
            limit(path, value, max.exclusive() ? "less than " : "less than or equal to ", max.value());
        }
        ValueRules.Bound min = rules.minimum();
        if (min != null && (min.exclusive() ? number <= min.value() : number < min.value())) {
            limit(path, value, min.exclusive() ? "greater than " : "greater than or equal to ", min.value());
        }
        Double factor = rules.multipleOf();
        if (factor != null && number / factor != Math.rint(number / factor)) {
            limit(path, value, "a multiple of ", factor);
        }
    }

    private void limit(Path path, JsonNode value, String words, double limit) {
        errors.add(
                FieldError.invalid(path.toString(), value, name(path) + " in body should be " + words + print(limit)));
    }

    private static String print(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    /** If all alternatives fail, the errors of the one with the fewest are reported. */
    private void checkNested(ValueRules.Nested nested, JsonNode value, Path path) {
        if (!nested.anyOf().isEmpty()) {
            Alternatives any = Alternatives.of(nested.anyOf(), value, path);
            if (any.fitting() == 0) {
                report(path, name(path), " must validate at least one schema (anyOf)");
                errors.addAll(any.leastErrors());
            }
        }
        if (!nested.oneOf().isEmpty()) {
            Alternatives one = Alternatives.of(nested.oneOf(), value, path);
            if (one.fitting() != 1) {
                report(
                        path,
                        name(path),
                        " must validate one and only one schema (oneOf). "
                                + (one.fitting() == 0
                                        ? "Found none valid"
                                        : "Found " + one.fitting() + " valid alternatives"));
                errors.addAll(one.fitting() == 0 ? one.leastErrors() : List.of());
            }
        }
        if (!nested.allOf().isEmpty()) {
            int failing = 0;
            for (Schema part : nested.allOf()) {
                int before = errors.size();
                check(part, value, null, path);
                failing += errors.size() > before ? 1 : 0;
            }
            if (failing > 0) {
                report(
                        path,
                        name(path),
                        " must validate all the schemas (allOf)"
                                + (failing == nested.allOf().size() ? ". None validated" : ""));
            }
        }
        if (nested.not() != null && errorsOf(nested.not(), value, path).isEmpty()) {
            report(path, name(path), " must not validate the schema (not)");
        }
    }

    private record Alternatives(int fitting, List<FieldError> leastErrors) {
        static Alternatives of(List<Schema> schemas, JsonNode value, Path path) {
            int fitting = 0;
            List<FieldError> least = List.of();
            for (Schema schema : schemas) {
                List<FieldError> found = errorsOf(schema, value, path);
                if (found.isEmpty()) {
                    fitting++;
                } else if (least.isEmpty() || found.size() < least.size()) {
                    least = found;
                }
            }
            return new Alternatives(fitting, least);
        }
    }

    private static List<FieldError> errorsOf(Schema schema, JsonNode value, Path path) {
        List<FieldError> found = new ArrayList<>();
        new StructureCheck(found).check(schema, value, null, path);
        return found;
    }

    /** Kubernetes reports these without a field. */
    private void report(Path path, String name, String words) {
        errors.add(FieldError.invalid("<nil>", "", FieldError.quote(path == Path.ROOT ? "" : name) + words));
    }

    private static String name(Path path) {
        return path == Path.ROOT ? "" : path.toString();
    }
}

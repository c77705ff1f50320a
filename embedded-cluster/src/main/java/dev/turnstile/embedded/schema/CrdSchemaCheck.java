package dev.turnstile.embedded.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Validates the schema of a CRD: first what Kubernetes forbids in a schema, then whether it is structural, then, if
 * there is no error yet, whether its defaults are valid, its rules compile, and their cost is within the budgets.
 */
final class CrdSchemaCheck {

    private static final Set<String> METADATA = Set.of("metadata", "kind", "apiVersion");
    private static final Set<String> TYPES =
            Set.of("string", "number", "integer", "boolean", "array", "object", "null", "");
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private final List<FieldError> errors = new ArrayList<>();

    private CrdSchemaCheck() {}

    static void check(JsonNode schema, Path place, List<FieldError> errors) {
        if (ValidSchemas.find(schema) != null) {
            return;
        }
        CrdSchemaCheck check = new CrdSchemaCheck();
        check.visit(schema, place, true);
        if (check.errors.isEmpty()) {
            check.errors.addAll(StructuralInvariants.errors(schema, place));
        }
        if (check.errors.isEmpty()) {
            check.checkDefaultsAndRules(schema, place);
        }
        errors.addAll(check.errors);
    }

    private void visit(JsonNode schema, Path place, boolean root) {
        forbidden(schema, place);
        String type = schema.path("type").asString("");
        if (!TYPES.contains(type)) {
            errors.add(FieldError.notSupported(
                    place.field("type").toString(),
                    type,
                    List.of("array", "boolean", "integer", "number", "object", "string")));
        }
        checkPattern(schema, place);
        JsonNode additional = schema.path("additionalProperties");
        if (!additional.isMissingNode() && schema.path("properties").size() > 0) {
            errors.add(FieldError.forbidden(
                    place.field("additionalProperties").toString(),
                    "additionalProperties and properties are mutual exclusive"));
        }
        if (additional.isObject()) {
            visit(additional, place.field("additionalProperties"), false);
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            Path at = place.field("properties").entry(property.getKey());
            if (root
                    && METADATA.contains(property.getKey())
                    && property.getValue().has("default")) {
                errors.add(FieldError.forbidden(
                        at.field("default").toString(), "must not be set in top-level " + property.getKey()));
            }
            visit(property.getValue(), at, false);
        }
        if (schema.path("items").isArray()) {
            errors.add(FieldError.forbidden(
                    place.field("items").toString(), "items must be a schema object and not an array"));
        } else if (schema.path("items").isObject()) {
            visit(schema.path("items"), place.field("items"), false);
        }
        if (schema.path("not").isObject()) {
            visit(schema.path("not"), place.field("not"), false);
        }
        for (String junctor : List.of("allOf", "oneOf", "anyOf")) {
            int position = 0;
            for (JsonNode nested : schema.path(junctor)) {
                visit(nested, place.field(junctor).item(position++), false);
            }
        }
        checkMapType(schema, type, place);
        checkListType(schema, type, place);
        checkRuleFields(schema.path("x-kubernetes-validations"), place.field("x-kubernetes-validations"));
    }

    private void forbidden(JsonNode schema, Path place) {
        if (schema.path("uniqueItems").asBoolean(false)) {
            errors.add(FieldError.forbidden(
                    place.field("uniqueItems").toString(),
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
        }
        if (schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").asBoolean()) {
            errors.add(FieldError.forbidden(
                    place.field("additionalProperties").toString(), "additionalProperties cannot be set to false"));
        }
        for (String field :
                List.of("definitions", "dependencies", "id", "patternProperties", "additionalItems", "$ref")) {
            if (schema.has(field)) {
                errors.add(FieldError.forbidden(place.field(field).toString(), field + " is not supported"));
            }
        }
        JsonNode preserve = schema.path("x-kubernetes-preserve-unknown-fields");
        if (preserve.isBoolean() && !preserve.booleanValue()) {
            errors.add(FieldError.invalid(
                    place.field("x-kubernetes-preserve-unknown-fields").toString(),
                    false,
                    "must be true or undefined"));
        }
        if (schema.path("nullable").asBoolean(false)
                && schema.path("default").isNull()
                && schema.has("default")
                && schema.path("type").asString("").isEmpty()) {
            errors.add(FieldError.required(place.field("type").toString(), "must be specified for a nullable default"));
        }
    }

    private void checkPattern(JsonNode schema, Path place) {
        String pattern = schema.path("pattern").asString("");
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            errors.add(FieldError.invalid(
                    place.field("pattern").toString(),
                    pattern,
                    "must be a valid regular expression, but isn't: " + e.getMessage()));
        }
    }

    private void checkMapType(JsonNode schema, String type, Path place) {
        JsonNode mapType = schema.path("x-kubernetes-map-type");
        if (!mapType.isString()) {
            return;
        }
        if (!type.equals("object")) {
            wrongType(type, "must be object if x-kubernetes-map-type is specified", place);
        }
        oneOf(mapType, List.of("atomic", "granular"), place.field("x-kubernetes-map-type"));
    }

    private void wrongType(String type, String rule, Path place) {
        errors.add(
                type.isEmpty()
                        ? FieldError.required(place.field("type").toString(), rule)
                        : FieldError.invalid(place.field("type").toString(), type, rule));
    }

    private void oneOf(JsonNode stated, List<String> allowed, Path place) {
        if (!allowed.contains(stated.asString(""))) {
            errors.add(FieldError.notSupported(place.toString(), stated, allowed));
        }
    }

    private void checkListType(JsonNode schema, String type, Path place) {
        JsonNode stated = schema.path("x-kubernetes-list-type");
        String listType = stated.asString("");
        JsonNode keys = schema.path("x-kubernetes-list-map-keys");
        JsonNode items = schema.path("items");
        if (stated.isString()) {
            oneOf(stated, List.of("atomic", "set", "map"), place.field("x-kubernetes-list-type"));
            if (!type.equals("array")) {
                wrongType(type, "must be array if x-kubernetes-list-type is specified", place);
            } else if (listType.equals("set")
                    && items.path("type").asString("").equals("object")
                    && !items.path("x-kubernetes-map-type").asString("").equals("atomic")) {
                errors.add(FieldError.invalid(
                        place.field("items").field("x-kubernetes-map-type").toString(),
                        items.get("x-kubernetes-list-type"),
                        "must be atomic as item of a list with x-kubernetes-list-type=set"));
            }
        }
        Path keysPlace = place.field("x-kubernetes-list-map-keys");
        if (keys.size() > 0 && !listType.equals("map")) {
            Path typePlace = place.field("x-kubernetes-list-type");
            String rule = "must be map if x-kubernetes-list-map-keys is non-empty";
            errors.add(
                    stated.isString()
                            ? FieldError.invalid(typePlace.toString(), stated, rule)
                            : FieldError.required(typePlace.toString(), rule));
        }
        if (!listType.equals("map")) {
            return;
        }
        if (keys.isEmpty()) {
            errors.add(FieldError.required(keysPlace.toString(), "must not be empty if x-kubernetes-list-type is map"));
        }
        if (!items.isObject()) {
            errors.add(FieldError.required(
                    place.field("items").toString(), "must have a schema if x-kubernetes-list-type is map"));
        } else if (!items.path("type").asString("").equals("object")) {
            errors.add(FieldError.invalid(
                    place.field("items").field("type").toString(),
                    items.path("type").asString(""),
                    "must be object if parent array's x-kubernetes-list-type is map"));
        } else {
            checkKeys(keys, items, place, keysPlace);
        }
    }

    private void checkKeys(JsonNode keys, JsonNode items, Path place, Path keysPlace) {
        List<String> required = items.path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .toList();
        for (JsonNode key : keys) {
            JsonNode field = items.path("properties").path(key.asString(""));
            Path fieldPlace = place.field("items").field("properties").entry(key.asString(""));
            if (!field.isObject()) {
                errors.add(
                        FieldError.invalid(keysPlace.toString(), keys, "entries must all be names of item properties"));
            } else if (Set.of("array", "object").contains(field.path("type").asString(""))) {
                errors.add(FieldError.invalid(
                        fieldPlace.field("type").toString(),
                        items.path("type"),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map"));
            } else if (!field.has("default") && !required.contains(key.asString(""))) {
                errors.add(FieldError.required(
                        fieldPlace.field("default").toString(),
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a"
                                + " required property"));
            }
        }
    }

    private void checkRuleFields(JsonNode rules, Path place) {
        int position = 0;
        for (JsonNode rule : rules) {
            Path at = place.item(position++);
            String text = rule.path("rule").asString("").strip();
            JsonNode message = rule.path("message");
            String shown = message.asString("").strip();
            if (text.isEmpty()) {
                errors.add(FieldError.required(at.field("rule").toString(), "rule is not specified"));
            } else if (!message.asString("").isEmpty() && shown.isEmpty()) {
                errors.add(
                        FieldError.invalid(at.field("message").toString(), message, "must be non-empty if specified"));
            } else if (shown.indexOf('\n') >= 0) {
                errors.add(FieldError.invalid(at.field("message").toString(), message, "must not contain line breaks"));
            } else if (text.indexOf('\n') >= 0 && shown.isEmpty()) {
                errors.add(FieldError.required(
                        at.field("message").toString(), "message must be specified if rule contains line breaks"));
            }
            JsonNode reason = rule.path("reason");
            if (reason.isString()) {
                oneOf(reason, REASONS, at.field("reason"));
            }
        }
    }

    private void checkDefaultsAndRules(JsonNode source, Path place) {
        JsonNode own = source.deepCopy();
        Schema schema = SchemaReader.customResource(own);
        RuleCompiler compiler = new RuleCompiler();
        if (schema.customResource != null) {
            schema.customResource.compile(compiler, place);
        }
        compiler.errors().stream()
                .sorted(Comparator.comparing(FieldError::path))
                .forEach(errors::add);
        errors.addAll(compiler.totalErrors());
        checkDefaults(source, place, true);
        if (errors.isEmpty()) {
            ValidSchemas.remember(own, schema);
        }
    }

    /** A default must match its schema and contain no field that would be pruned. */
    private void checkDefaults(JsonNode source, Path place, boolean root) {
        JsonNode fallback = source.get("default");
        if (fallback != null && !root) {
            Schema schema = SchemaReader.part(source);
            List<FieldError> wrong = new ArrayList<>();
            JsonNode completed = fallback.deepCopy();
            Defaulting.apply(schema, completed);
            new StructureCheck(wrong).check(schema, completed, null, place.field("default"));
            RuleNode rules = new RuleCompiler().compile(schema, source, place);
            if (wrong.isEmpty() && rules != null) {
                new RuleCheck(wrong).check(rules, completed, null, place.field("default"));
            }
            errors.addAll(wrong);
            List<String> unknown = new ArrayList<>();
            UnknownFields.find(schema, fallback, unknown);
            if (!unknown.isEmpty()) {
                errors.add(FieldError.invalid(
                        place.field("default").toString(), fallback, "must not have unknown fields"));
            }
        }
        source.path("properties")
                .forEachEntry((name, property) ->
                        checkDefaults(property, place.field("properties").entry(name), false));
        if (source.path("items").isObject()) {
            checkDefaults(source.path("items"), place.field("items"), false);
        }
        if (source.path("additionalProperties").isObject()) {
            checkDefaults(source.path("additionalProperties"), place.field("additionalProperties"), false);
        }
    }

    /** The rule as Kubernetes prints it if it does not compile. */
    static ObjectNode printed(JsonNode rule) {
        ObjectNode printed = JsonNodeFactory.instance.objectNode();
        printed.put("Rule", rule.path("rule").asString(""));
        printed.put("Message", rule.path("message").asString(""));
        printed.put("MessageExpression", rule.path("messageExpression").asString(""));
        printed.set("Reason", orNull(rule.get("reason")));
        printed.put("FieldPath", rule.path("fieldPath").asString(""));
        printed.set("OptionalOldSelf", orNull(rule.get("optionalOldSelf")));
        return printed;
    }

    private static JsonNode orNull(@Nullable JsonNode node) {
        return node == null ? JsonNodeFactory.instance.nullNode() : node;
    }
}

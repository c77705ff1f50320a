package dev.turnstile.embedded.schema;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.embedded.schema.cel.CelCompileException;
import dev.turnstile.embedded.schema.cel.CelEnvironment;
import dev.turnstile.embedded.schema.cel.CelExpression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compiles the rules of a custom resource's schema, each against the type of the value that it stands at. */
final class RuleCompiler {

    private static final Pattern FIELD_IN_BRACKETS = Pattern.compile("\\['((?:[^'\\\\]|\\\\.)*)'\\]");

    private final CelShape.Types types = new CelShape.Types();
    private final List<FieldError> errors = new ArrayList<>();
    private @Nullable Path uncorrelatable;

    /** Null when there are no rules. */
    @Nullable
    RuleNode compile(Schema root, JsonNode source, Path path) {
        CelShape shape = CelShape.of(root, "object", types);
        return shape == null ? null : compile(root, source, shape, path);
    }

    /** Why rules do not compile; such rules are left out. */
    List<FieldError> errors() {
        return errors;
    }

    private @Nullable RuleNode compile(Schema schema, JsonNode source, CelShape shape, Path path) {
        List<Rule> rules = rules(source, shape, path);
        checkOldSelf(rules, source.path("x-kubernetes-validations"), path);
        List<RuleNode> allOf = new ArrayList<>();
        int part = 0;
        for (JsonNode nested : source.path("allOf")) {
            RuleNode node = compile(schema, nested, shape, path.field("allOf").item(part++));
            if (node != null) {
                allOf.add(node);
            }
        }
        Map<String, RuleNode> properties = new LinkedHashMap<>();
        source.path("properties").forEachEntry((name, property) -> {
            Schema field = schema.property(name);
            CelShape fieldShape = field == null ? null : shapeOf(field, name, shape);
            RuleNode node = field == null || fieldShape == null
                    ? null
                    : compile(
                            field,
                            property,
                            fieldShape,
                            path.field("properties").entry(name));
            if (node != null) {
                properties.put(name, node);
            }
        });
        RuleNode items = items(schema, source, shape, path);
        RuleNode values = below(
                schema.additionalProperties(),
                source.path("additionalProperties"),
                shape.element(),
                path.field("additionalProperties"));
        boolean none = rules.isEmpty() && allOf.isEmpty() && properties.isEmpty() && items == null && values == null;
        return none ? null : new RuleNode(schema, shape, rules, List.copyOf(allOf), properties, items, values);
    }

    /** Items of lists that are not matched by keys have no old value, so that rules about them can not ask for one. */
    private @Nullable RuleNode items(Schema schema, JsonNode source, CelShape shape, Path path) {
        Path outer = uncorrelatable;
        if (schema.listType() != Schema.ListType.MAP && uncorrelatable == null) {
            uncorrelatable = path;
        }
        RuleNode items = below(schema.items(), source.path("items"), shape.element(), path.field("items"));
        uncorrelatable = outer;
        return items;
    }

    private void checkOldSelf(List<Rule> rules, JsonNode stated, Path path) {
        for (int i = 0; i < rules.size() && rules.size() == stated.size(); i++) {
            Path place = path.field("x-kubernetes-validations").item(i);
            if (rules.get(i).usesOldSelf() && uncorrelatable != null) {
                errors.add(FieldError.invalid(
                        place.field("rule").toString(),
                        stated.get(i).path("rule"),
                        "oldSelf cannot be used on the uncorrelatable portion of the schema within " + uncorrelatable));
            } else if (!rules.get(i).usesOldSelf() && stated.get(i).has("optionalOldSelf")) {
                errors.add(FieldError.invalid(
                        place.field("optionalOldSelf").toString(),
                        stated.get(i).path("optionalOldSelf"),
                        "may not be set if oldSelf is not used in rule"));
            }
        }
    }

    private @Nullable RuleNode below(@Nullable Schema schema, JsonNode source, @Nullable CelShape shape, Path path) {
        return schema == null || shape == null || !source.isObject() ? null : compile(schema, source, shape, path);
    }

    private @Nullable CelShape shapeOf(Schema field, String name, CelShape parent) {
        String escaped = CelNames.escape(name);
        CelShape.Field known = escaped == null ? null : parent.field(escaped);
        return known != null ? known.shape() : CelShape.of(field, "object." + name, types);
    }

    private List<Rule> rules(JsonNode source, CelShape shape, Path path) {
        List<Rule> rules = new ArrayList<>();
        JsonNode stated = source.path("x-kubernetes-validations");
        @Nullable CelEnvironment certain = null;
        @Nullable CelEnvironment optional = null;
        int position = 0;
        for (JsonNode rule : stated) {
            Path place = path.field("x-kubernetes-validations").item(position++);
            if (rule.path("rule").asString("").isBlank()) {
                continue;
            }
            CelEnvironment environment;
            if (rule.path("optionalOldSelf").asBoolean(false)) {
                optional = optional != null ? optional : environment(shape, OptionalType.create(shape.type()));
                environment = optional;
            } else {
                certain = certain != null ? certain : environment(shape, shape.type());
                environment = certain;
            }
            Rule compiled = rule(rule, environment, place);
            if (compiled != null) {
                rules.add(compiled);
            }
        }
        return List.copyOf(rules);
    }

    private CelEnvironment environment(CelShape self, CelType oldSelf) {
        return new CelEnvironment(Map.of("self", self.type(), "oldSelf", oldSelf), types);
    }

    private @Nullable Rule rule(JsonNode source, CelEnvironment environment, Path place) {
        String text = source.path("rule").asString("");
        CelExpression expression = expression(
                source,
                text,
                environment,
                SimpleType.BOOL,
                "compilation failed: ",
                "cel expression must evaluate to a bool",
                place.field("rule"));
        String messageText = source.path("messageExpression").asString("");
        CelExpression messageExpression = messageText.isEmpty()
                ? null
                : expression(
                        source,
                        messageText,
                        environment,
                        SimpleType.STRING,
                        "messageExpression compilation failed: ",
                        "messageExpression must evaluate to a string",
                        place.field("messageExpression"));
        if (expression == null) {
            return null;
        }
        String message = source.path("message").asString("").strip();
        return new Rule(
                expression,
                expression.refersTo("oldSelf"),
                source.path("optionalOldSelf").asBoolean(false),
                usable(messageExpression, source),
                message.isEmpty() ? "failed rule: " + text.strip() : message,
                message.isEmpty() ? text.strip() : message,
                kind(source.path("reason").asString("")),
                field(source.path("fieldPath").asString("")));
    }

    /** Kubernetes hands a message no optional old value, so that asking for one gives no message. */
    private static @Nullable CelExpression usable(@Nullable CelExpression message, JsonNode source) {
        boolean optional = source.path("optionalOldSelf").asBoolean(false);
        return message != null && optional && message.refersTo("oldSelf") ? null : message;
    }

    private @Nullable CelExpression expression(
            JsonNode source,
            String text,
            CelEnvironment environment,
            CelType result,
            String failed,
            String wrongType,
            Path place) {
        try {
            CelExpression expression = environment.compile(text);
            if (expression.resultType().equals(result)) {
                return expression;
            }
            errors.add(FieldError.invalid(place.toString(), CrdSchemaCheck.printed(source), wrongType));
        } catch (CelCompileException e) {
            errors.add(FieldError.invalid(place.toString(), CrdSchemaCheck.printed(source), failed + e.getMessage()));
        }
        return null;
    }

    private static FieldError.Kind kind(String reason) {
        return switch (reason) {
            case "FieldValueForbidden" -> FieldError.Kind.FORBIDDEN;
            case "FieldValueRequired" -> FieldError.Kind.REQUIRED;
            case "FieldValueDuplicate" -> FieldError.Kind.DUPLICATE;
            default -> FieldError.Kind.INVALID;
        };
    }

    /** {@code .spec['a.b']} is printed as Kubernetes prints paths. */
    private static String field(String path) {
        String dotted = FIELD_IN_BRACKETS.matcher(path).replaceAll(match -> ".$1");
        return dotted.startsWith(".") ? dotted.substring(1) : dotted;
    }
}

package dev.turnstile.embedded.schema;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelCompileException;
import dev.turnstile.cel.CelEnvironment;
import dev.turnstile.cel.CelExpression;
import dev.turnstile.cel.cost.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The rules at one position of a schema, compiled when {@link #compile} is called, in parallel with other positions.
 */
final class PlaceRules {

    private static final Pattern FIELD_IN_BRACKETS = Pattern.compile("\\['((?:[^'\\\\]|\\\\.)*)'\\]");

    private final JsonNode stated;
    private final CelShape shape;
    private final CelShape.Types types;
    private final Path place;
    private final @Nullable Path uncorrelatable;
    private final @Nullable Bounds bounds;
    private final List<Rule> rules = new ArrayList<>();
    private final List<FieldError> errors = new ArrayList<>();
    private final List<RuleBudget.Cost> costs = new ArrayList<>();

    /** Sizes of the values that the rules are evaluated for, and how many there are at most. */
    record Bounds(ValueSizes sizes, long cardinality) {}

    /**
     * @param uncorrelatable the list, if any, because of which the old value is unknown here
     * @param bounds null where Kubernetes does not count costs
     */
    PlaceRules(
            JsonNode stated,
            CelShape shape,
            CelShape.Types types,
            Path place,
            @Nullable Path uncorrelatable,
            @Nullable Bounds bounds) {
        this.stated = stated;
        this.shape = shape;
        this.types = types;
        this.place = place;
        this.uncorrelatable = uncorrelatable;
        this.bounds = bounds;
    }

    /** The compiled rules; empty before. */
    List<Rule> rules() {
        return rules;
    }

    /** Errors of rules that do not compile; such rules are not evaluated. */
    List<FieldError> errors() {
        return errors;
    }

    /** The costs of the compiled rules and their messages; empty before. */
    List<RuleBudget.Cost> costs() {
        return costs;
    }

    void compile() {
        @Nullable CelEnvironment certain = null;
        @Nullable CelEnvironment optional = null;
        int position = 0;
        for (JsonNode rule : stated) {
            Path at = place.item(position++);
            if (rule.path("rule").asString("").isBlank()) {
                continue;
            }
            CelEnvironment environment;
            if (rule.path("optionalOldSelf").asBoolean(false)) {
                optional = optional != null ? optional : environment(OptionalType.create(shape.type()));
                environment = optional;
            } else {
                certain = certain != null ? certain : environment(shape.type());
                environment = certain;
            }
            Rule compiled = rule(rule, environment, at);
            if (compiled != null) {
                rules.add(compiled);
            }
        }
        checkOldSelf();
    }

    private CelEnvironment environment(CelType oldSelf) {
        return new CelEnvironment(Map.of("self", shape.type(), "oldSelf", oldSelf), types);
    }

    private void checkOldSelf() {
        for (int i = 0; i < rules.size() && rules.size() == stated.size(); i++) {
            if (rules.get(i).usesOldSelf() && uncorrelatable != null) {
                errors.add(FieldError.invalid(
                        place.item(i).field("rule").toString(),
                        stated.get(i).path("rule"),
                        "oldSelf cannot be used on the uncorrelatable portion of the schema within " + uncorrelatable));
            } else if (!rules.get(i).usesOldSelf() && stated.get(i).has("optionalOldSelf")) {
                errors.add(FieldError.invalid(
                        place.item(i).field("optionalOldSelf").toString(),
                        stated.get(i).path("optionalOldSelf"),
                        "may not be set if oldSelf is not used in rule"));
            }
        }
    }

    private @Nullable Rule rule(JsonNode source, CelEnvironment environment, Path at) {
        String text = source.path("rule").asString("");
        CelExpression expression = expression(
                source,
                text,
                environment,
                SimpleType.BOOL,
                "compilation failed: ",
                "cel expression must evaluate to a bool",
                at.field("rule"));
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
                        at.field("messageExpression"));
        count(expression, "estimated rule cost", bounds == null ? 0 : bounds.cardinality(), at.field("rule"));
        count(messageExpression, "estimated messageExpression cost", 1, at.field("messageExpression"));
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

    private void count(@Nullable CelExpression expression, String what, long times, Path at) {
        if (expression != null && bounds != null) {
            long most = Estimate.product(expression.estimatedCost(bounds.sizes()), times);
            RuleBudget.Cost cost = new RuleBudget.Cost(at, most);
            RuleBudget.checkOne(what, cost, errors);
            costs.add(cost);
        }
    }

    /** Kubernetes gives a message expression no optional old value, so one that refers to it yields no message. */
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
            Path at) {
        try {
            CelExpression expression = environment.compile(text);
            if (expression.resultType().equals(result)) {
                return expression;
            }
            errors.add(FieldError.invalid(at.toString(), CrdSchemaCheck.printed(source), wrongType));
        } catch (CelCompileException e) {
            errors.add(FieldError.invalid(at.toString(), CrdSchemaCheck.printed(source), failed + e.getMessage()));
        }
        return null;
    }

    private static FieldError.ErrorType kind(String reason) {
        return switch (reason) {
            case "FieldValueForbidden" -> FieldError.ErrorType.FORBIDDEN;
            case "FieldValueRequired" -> FieldError.ErrorType.REQUIRED;
            case "FieldValueDuplicate" -> FieldError.ErrorType.DUPLICATE;
            default -> FieldError.ErrorType.INVALID;
        };
    }

    /** {@code .spec['a.b']} is printed as Kubernetes prints paths. */
    private static String field(String path) {
        String dotted = FIELD_IN_BRACKETS.matcher(path).replaceAll(match -> ".$1");
        return dotted.startsWith(".") ? dotted.substring(1) : dotted;
    }
}

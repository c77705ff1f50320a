package dev.turnstile.embedded.schema;

import dev.turnstile.cel.CelExpression;
import dev.turnstile.cel.CelFailureException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Evaluates the rules of a custom resource's schema.
 *
 * <p>A rule that uses {@code oldSelf} is evaluated only if there is an old value to compare with: fields and entries by
 * name, items of map lists by their keys, items of other lists never. A rule that does not use it is not evaluated for
 * a part that the update leaves unchanged, or that is inside such a part (ratcheting).
 */
final class RuleCheck {

    private static final int MAX_MESSAGE_BYTES = 5 * 1024;

    private final List<FieldError> errors;

    RuleCheck(List<FieldError> errors) {
        this.errors = errors;
    }

    /** A value and its counterpart before the update, or that of the nearest enclosing part that existed. */
    private record Update(JsonNode value, JsonNode old) {
        boolean unchanged() {
            return JsonEquality.same(value, old);
        }
    }

    void check(RuleNode root, JsonNode object, @Nullable JsonNode old, Path place) {
        check(root, object, old, old == null ? null : new Update(object, old), place);
    }

    private void check(RuleNode node, JsonNode value, @Nullable JsonNode old, @Nullable Update nearest, Path path) {
        if (value.isNull()) {
            return;
        }
        if (!node.rules().isEmpty()) {
            checkRules(node, value, old, nearest, path);
        }
        for (RuleNode part : node.allOf()) {
            check(part, value, old, null, path);
        }
        if (value.isObject()) {
            checkFields(node, value, old, nearest, path);
        } else if (value.isArray() && node.items() != null) {
            int position = 0;
            for (JsonNode item : value) {
                JsonNode counterpart = ListKeys.counterpart(node.schema(), item, old);
                check(node.items(), item, counterpart, nearest(item, counterpart, nearest), path.item(position++));
            }
        }
    }

    private void checkFields(
            RuleNode node, JsonNode value, @Nullable JsonNode old, @Nullable Update nearest, Path path) {
        for (Map.Entry<String, RuleNode> property : node.properties().entrySet()) {
            String name = property.getKey();
            JsonNode field = value.get(name);
            if (field != null) {
                JsonNode counterpart = old == null ? null : old.get(name);
                check(property.getValue(), field, counterpart, nearest(field, counterpart, nearest), path.field(name));
            }
        }
        if (node.additionalProperties() != null) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                String name = entry.getKey();
                JsonNode counterpart = old == null ? null : old.get(name);
                check(
                        node.additionalProperties(),
                        entry.getValue(),
                        counterpart,
                        nearest(entry.getValue(), counterpart, nearest),
                        path.entry(name));
            }
        }
    }

    private static @Nullable Update nearest(JsonNode value, @Nullable JsonNode old, @Nullable Update above) {
        return old == null ? above : new Update(value, old);
    }

    private void checkRules(
            RuleNode node, JsonNode value, @Nullable JsonNode old, @Nullable Update nearest, Path path) {
        Map<String, Object> variables = new HashMap<>(4);
        Object self = CelView.of(value, node.shape());
        Object oldSelf = old == null || old.isNull() ? null : CelView.of(old, node.shape());
        variables.put("self", self);
        for (Rule rule : node.rules()) {
            if (rule.usesOldSelf()) {
                if (rule.optionalOldSelf()) {
                    variables.put("oldSelf", Optional.ofNullable(oldSelf));
                } else if (oldSelf == null) {
                    continue;
                } else {
                    variables.put("oldSelf", oldSelf);
                }
            }
            checkRule(rule, node, value, variables, nearest, path);
        }
    }

    private void checkRule(
            Rule rule,
            RuleNode node,
            JsonNode value,
            Map<String, Object> variables,
            @Nullable Update nearest,
            Path path) {
        String type = node.schema().type().keyword();
        try {
            if (rule.expression().evaluate(variables).equals(true)) {
                return;
            }
        } catch (CelFailureException e) {
            String failure = String.valueOf(e.getMessage());
            errors.add(FieldError.invalid(path.toString(), type, words(failure) + rule.words()));
            return;
        }
        if (!rule.usesOldSelf() && nearest != null && nearest.unchanged()) {
            return;
        }
        Path blamed = rule.field().isEmpty() ? path : path.field(rule.field());
        Object shown = value.isContainer() ? FieldError.OMITTED : value;
        String detail = message(rule.messageExpression(), variables);
        errors.add(new FieldError(rule.kind(), blamed.toString(), shown, detail == null ? rule.message() : detail));
    }

    private static String words(String failure) {
        if (failure.startsWith("no such overload")) {
            return "'" + failure
                    + "': call arguments did not match a supported operator, function or macro signature for rule: ";
        }
        return failure.equals(CelExpression.TOO_DEAR)
                ? "'" + failure + "': no further validation rules will be run due to call cost exceeds limit for rule: "
                : failure + " evaluating rule: ";
    }

    /** Null if the expression yields nothing printable; then the rule's fixed message is used. */
    private static @Nullable String message(@Nullable CelExpression expression, Map<String, Object> variables) {
        if (expression == null) {
            return null;
        }
        try {
            String text = expression.evaluate(variables).toString().strip();
            boolean fit = !text.isEmpty()
                    && text.indexOf('\n') < 0
                    && text.getBytes(StandardCharsets.UTF_8).length <= MAX_MESSAGE_BYTES;
            return fit ? text : null;
        } catch (CelFailureException e) {
            return null;
        }
    }
}

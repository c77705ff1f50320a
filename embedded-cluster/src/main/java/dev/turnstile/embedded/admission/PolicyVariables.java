package dev.turnstile.embedded.admission;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.StructValue;
import dev.turnstile.cel.CelExpression;
import dev.turnstile.cel.CelFailureException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A policy's {@code variables}: each is evaluated when an expression first refers to it, then cached for the request.
 * Not a map, because the expression language would copy, and so evaluate, a map as a whole.
 */
@SuppressWarnings("Immutable") // values are cached, but do not change
final class PolicyVariables extends StructValue<String, Object> {

    private final Map<String, CelExpression> expressions;
    private final Map<String, Object> scope;
    private final Map<String, Object> known = new HashMap<>();

    /** @param scope the variables that the expressions see, to which these are added */
    PolicyVariables(Map<String, CelExpression> expressions, Map<String, Object> scope) {
        this.expressions = expressions;
        this.scope = scope;
    }

    @Override
    public Object select(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("no such variable: " + name));
    }

    @Override
    public Optional<Object> find(String name) {
        Object value = known.get(name);
        CelExpression expression = expressions.get(name);
        if (value != null || expression == null) {
            return Optional.ofNullable(value);
        }
        try {
            Object evaluated = expression.evaluate(scope);
            known.put(name, evaluated);
            return Optional.of(evaluated);
        } catch (CelFailureException e) {
            throw new IllegalStateException(
                    "composited variable \"" + name + "\" fails to evaluate: " + e.getMessage());
        }
    }

    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return false;
    }

    @Override
    public CelType celType() {
        return SimpleType.DYN;
    }
}

package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.schema.cel.CelExpression;
import dev.turnstile.embedded.schema.cel.CelFailureException;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A policy's {@code variables}: each is evaluated when an expression first asks for it, and then kept for the request.
 */
final class PolicyVariables extends AbstractMap<String, Object> {

    private final Map<String, CelExpression> expressions;
    private final Map<String, Object> scope;
    private final Map<String, Object> known = new HashMap<>();

    /** @param scope the variables that the expressions see, to which this map is added */
    PolicyVariables(Map<String, CelExpression> expressions, Map<String, Object> scope) {
        this.expressions = expressions;
        this.scope = scope;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && expressions.containsKey(name);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        if (!(key instanceof String name)) {
            return null;
        }
        Object value = known.get(name);
        CelExpression expression = expressions.get(name);
        if (value != null || expression == null) {
            return value;
        }
        try {
            Object evaluated = expression.evaluate(scope);
            known.put(name, evaluated);
            return evaluated;
        } catch (CelFailureException e) {
            throw new IllegalStateException(
                    "composited variable \"" + name + "\" fails to evaluate: " + e.getMessage());
        }
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (String name : expressions.keySet()) {
            Object value = get(name);
            if (value != null) {
                all.put(name, value);
            }
        }
        return all.entrySet();
    }
}

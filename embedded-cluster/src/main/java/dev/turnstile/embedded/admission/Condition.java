package dev.turnstile.embedded.admission;

import dev.turnstile.cel.CelCompileException;
import dev.turnstile.cel.CelEnvironment;
import dev.turnstile.cel.CelExpression;
import dev.turnstile.cel.CelFailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A match condition: a webhook or policy applies only to requests for which it is true. */
record Condition(String source, CelExpression expression) {

    /** A condition whose expression failed. */
    static final class ConditionFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        ConditionFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static List<Condition> compile(JsonNode conditions, CelEnvironment environment) throws CelCompileException {
        List<Condition> compiled = new ArrayList<>();
        for (JsonNode condition : conditions) {
            String source = condition.path("expression").asString("");
            compiled.add(new Condition(source, environment.compile(source)));
        }
        return List.copyOf(compiled);
    }

    /** Whether all are true. One that is false decides, even if others fail. */
    static boolean allTrue(List<Condition> conditions, Map<String, Object> values) throws ConditionFailedException {
        ConditionFailedException failed = null;
        for (Condition condition : conditions) {
            try {
                if (!condition.expression().evaluate(values).equals(true)) {
                    return false;
                }
            } catch (CelFailureException e) {
                failed = new ConditionFailedException(
                        "expression '" + condition.source() + "' resulted in error: " + e.getMessage(), e);
            }
        }
        if (failed != null) {
            throw failed;
        }
        return true;
    }
}

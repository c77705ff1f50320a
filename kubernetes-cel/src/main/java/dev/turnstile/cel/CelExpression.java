package dev.turnstile.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.turnstile.cel.cost.CostEstimation;
import dev.turnstile.cel.cost.Sizes;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A compiled expression; immutable and thread-safe. */
public final class CelExpression {

    /** The message of an evaluation that was cancelled because it took too long. */
    public static final String TOO_DEAR = "operation cancelled: actual cost limit exceeded";

    private static final Pattern MISSING_KEY = Pattern.compile("key '(.*)' is not present in map\\.?", Pattern.DOTALL);
    private static final Pattern LOCATION = Pattern.compile("^evaluation error(?: at <input>:\\d+)?: ");

    private final CelAbstractSyntaxTree checked;
    private final CelRuntime.Program program;

    CelExpression(CelAbstractSyntaxTree checked, CelRuntime.Program program) {
        this.checked = checked;
        this.program = program;
    }

    public CelType resultType() {
        return checked.getResultType();
    }

    /** Whether the expression mentions that variable. */
    public boolean refersTo(String variable) {
        for (CelReference reference : checked.getReferenceMap().values()) {
            if (reference.name().equals(variable)) {
                return true;
            }
        }
        return false;
    }

    /** What evaluating it costs at most, with values of these sizes; {@link Long#MAX_VALUE} if there is no bound. */
    public long estimatedCost(Sizes sizes) {
        return new CostEstimation(checked, sizes).most();
    }

    public Object evaluate(Map<String, ?> variables) throws CelFailureException {
        try {
            return program.eval(variables);
        } catch (CelEvaluationException e) {
            throw new CelFailureException(words(e), e);
        }
    }

    private static String words(CelEvaluationException failure) {
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        String said = LOCATION.matcher(message).replaceFirst("");
        return switch (failure.getErrorCode()) {
            case ATTRIBUTE_NOT_FOUND -> {
                Matcher key = MISSING_KEY.matcher(said);
                yield "no such key: " + (key.matches() ? key.group(1) : said);
            }
            case DIVIDE_BY_ZERO -> said.contains("%") ? "modulus by zero" : "division by zero";
            case INDEX_OUT_OF_BOUNDS -> said.replace("Index out of bounds", "index out of bounds");
            case ITERATION_BUDGET_EXCEEDED -> TOO_DEAR;
            case NUMERIC_OVERFLOW -> "integer overflow";
            case OVERLOAD_NOT_FOUND, AMBIGUOUS_OVERLOAD -> "no such overload";
            case INTERNAL_ERROR, BAD_FORMAT, INVALID_ARGUMENT, TYPE_NOT_FOUND, DUPLICATE_ATTRIBUTE -> {
                Throwable cause = failure;
                while (cause.getCause() != null) {
                    cause = cause.getCause();
                }
                String told = cause == failure ? null : cause.getMessage();
                yield told == null ? said : told;
            }
        };
    }
}

package dev.turnstile.embedded.schema;

import dev.turnstile.cel.cost.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The limits on the estimated costs of a schema's rules: of each, and of all together. */
final class RuleBudget {

    private static final long OF_A_RULE = 10_000_000;
    private static final long OF_A_SCHEMA = 100_000_000;
    private static final int NAMED = 4;

    /** The cost of one expression, times how often it may be evaluated for one object. */
    record Cost(Path place, long most) {}

    private RuleBudget() {}

    /** @param what whose cost it is, in Kubernetes' words */
    static void checkOne(String what, Cost cost, List<FieldError> errors) {
        if (cost.most() > OF_A_RULE) {
            errors.add(FieldError.forbidden(cost.place().toString(), exceeded(what, cost.most(), OF_A_RULE)));
        }
    }

    /** @param schema where all of them stand */
    static List<FieldError> checkAll(List<Cost> costs, Path schema) {
        long total = costs.stream().mapToLong(Cost::most).reduce(0, Estimate::sum);
        if (total <= OF_A_SCHEMA) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>();
        costs.stream()
                .filter(cost -> cost.most() >= OF_A_SCHEMA / 100)
                .sorted(Comparator.comparingLong(Cost::most).reversed())
                .limit(NAMED)
                .forEach(cost -> errors.add(FieldError.forbidden(
                        cost.place().toString(),
                        "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema")));
        errors.add(FieldError.forbidden(
                schema.toString(),
                exceeded(
                        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                        total,
                        OF_A_SCHEMA)));
        return errors;
    }

    private static String exceeded(String what, long cost, long budget) {
        double factor = (double) cost / budget;
        String times =
                factor > 100 ? "more than 100x" : String.format(Locale.ROOT, factor < 1.5 ? "%fx" : "%.1fx", factor);
        return what + " exceeds budget by factor of " + times + " (try simplifying the rule, or adding maxItems,"
                + " maxProperties, and maxLength where arrays, maps, and strings are declared)";
    }
}

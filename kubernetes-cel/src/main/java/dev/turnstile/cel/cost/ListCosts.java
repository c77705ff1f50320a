package dev.turnstile.cel.cost;

import static dev.turnstile.cel.cost.CallCosts.TRAVERSAL;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.turnstile.cel.cost.CallCosts.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Costs of functions that compare lists as sets, or make lists of lists. */
final class ListCosts {

    private ListCosts() {}

    /** Null for all other functions. */
    static @Nullable Call of(String function, @Nullable Operand target, List<Operand> arguments) {
        return switch (function) {
            case "sets.contains", "sets.intersects" -> compared(1, arguments);
            case "sets.equivalent" -> compared(2, arguments);
            case "lists.range" -> made(1, Estimate.exactly(stated(arguments.getFirst(), Long.MAX_VALUE)));
            case "lists.@sortByAssociatedKeys" -> sorted(arguments.getFirst());
            case "slice", "reverse", "flatten", "distinct", "sort" ->
                target == null || target.isText() ? null : ofList(function, target, arguments);
            default -> null;
        };
    }

    private static @Nullable Call ofList(String function, Operand target, List<Operand> arguments) {
        Estimate size = target.sizeOrUnknown();
        return switch (function) {
            case "slice" -> {
                long start = stated(arguments.getFirst(), 0);
                yield made(1, Estimate.exactly(Math.max(0, stated(arguments.getLast(), size.most()) - start)));
            }
            case "reverse" -> made(1, size);
            case "flatten" ->
                made(arguments.isEmpty() ? 1 : (double) stated(arguments.getFirst(), Long.MAX_VALUE), size);
            case "distinct" -> made(2, size.times(size));
            case "sort" -> sorted(target);
            default -> null;
        };
    }

    /** Every item of one list is compared with every item of the other. */
    private static Call compared(int times, List<Operand> arguments) {
        Estimate pairs =
                arguments.getFirst().sizeOrUnknown().times(arguments.getLast().sizeOrUnknown());
        return Call.of(pairs.times((double) times).plus(Estimate.ONE));
    }

    private static Call sorted(Operand by) {
        Estimate size = by.sizeOrUnknown();
        return made(by.hasTexts() ? 2 + TRAVERSAL : 2, size.times(size));
    }

    private static Call made(double factor, Estimate size) {
        Estimate cost = size.times(factor).plus(Estimate.ONE).plus(Estimate.exactly(CostEstimation.NEW_LIST));
        return new Call(cost, size);
    }

    private static long stated(Operand argument, long otherwise) {
        boolean constant = argument.expression().getKind() == ExprKind.Kind.CONSTANT
                && argument.expression().constant().getKind() == CelConstant.Kind.INT64_VALUE;
        return constant ? Math.max(0, argument.expression().constant().int64Value()) : otherwise;
    }
}

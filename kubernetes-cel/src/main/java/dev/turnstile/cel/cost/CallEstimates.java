package dev.turnstile.cel.cost;

import static dev.turnstile.cel.cost.CallCosts.PATTERN;
import static dev.turnstile.cel.cost.CallCosts.TRAVERSAL;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.turnstile.cel.cost.CallCosts.Call;
import dev.turnstile.cel.cost.Operand.Entries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The costs of calls with their arguments, mainly of functions of plain CEL. */
final class CallEstimates {

    private final CostEstimation estimation;

    CallEstimates(CostEstimation estimation) {
        this.estimation = estimation;
    }

    Estimate cost(CelExpr expression) {
        CelCall call = expression.call();
        if (call.function().equals("dyn") && call.args().size() == 1) {
            return dyn(expression, call.args().getFirst());
        }
        List<Estimate> argumentCosts = new ArrayList<>();
        List<Operand> arguments = new ArrayList<>();
        for (CelExpr argument : call.args()) {
            argumentCosts.add(estimation.cost(argument));
            arguments.add(estimation.operand(argument));
        }
        List<String> overloads = estimation.overloads(expression);
        if (overloads.isEmpty()) {
            return Estimate.NOTHING;
        }
        Estimate cost = Estimate.NOTHING;
        @Nullable Operand target = null;
        if (call.target().isPresent()) {
            cost = estimation.cost(call.target().get());
            target = estimation.operand(call.target().get());
        }
        @Nullable Estimate calling = null;
        @Nullable Estimate result = null;
        for (String overload : overloads) {
            Call one = one(expression, overload, target, arguments, argumentCosts);
            calling = calling == null ? one.cost() : calling.or(one.cost());
            if (one.result() != null) {
                result = result == null ? one.result() : result.or(one.result());
            }
            if (overload.equals("index_list") || overload.equals("index_map")) {
                result = indexed(expression, overload, arguments);
            }
            if (result == null) {
                result = estimation.size(expression);
            }
        }
        estimation.setSize(expression, result);
        return calling == null ? cost : cost.plus(calling);
    }

    private Estimate dyn(CelExpr expression, CelExpr argument) {
        Estimate cost = Estimate.ONE.plus(estimation.cost(argument));
        estimation.setSize(expression, estimation.size(argument));
        estimation.setEntries(expression, estimation.entries(argument));
        return cost;
    }

    private @Nullable Estimate indexed(CelExpr expression, String overload, List<Operand> arguments) {
        if (arguments.isEmpty()) {
            return null;
        }
        Operand container = arguments.getFirst();
        String step = overload.equals("index_list") ? Sizes.ITEMS : Sizes.VALUES;
        estimation.setPath(expression, CostEstimation.below(estimation.path(container.expression()), step));
        return container.entries() == null ? null : container.entries().values();
    }

    private Call one(
            CelExpr expression,
            String overload,
            @Nullable Operand target,
            List<Operand> arguments,
            List<Estimate> argumentCosts) {
        Estimate before = argumentCosts.stream().reduce(Estimate.NOTHING, Estimate::plus);
        Call priced = CallCosts.of(expression.call().function(), overload, target, arguments);
        if (priced == null) {
            priced = switch (overload) {
                case "logical_or", "logical_and" -> {
                    Estimate left = argumentCosts.getFirst();
                    Estimate right = argumentCosts.getLast();
                    yield exact(new Estimate(left.least(), left.plus(right).most()));
                }
                case "conditional" -> conditional(expression, arguments, argumentCosts);
                default -> null;
            };
            if (priced != null) {
                return priced;
            }
            priced = plain(expression, overload, target, arguments);
        }
        return new Call(priced.cost().plus(before), priced.result());
    }

    private static Call exact(Estimate cost) {
        return new Call(cost, null);
    }

    private Call conditional(CelExpr expression, List<Operand> arguments, List<Estimate> costs) {
        Operand one = arguments.get(1);
        Operand other = arguments.get(2);
        estimation.setEntries(expression, Entries.either(one.entries(), other.entries()));
        return new Call(
                costs.getFirst().plus(costs.get(1).or(costs.get(2))),
                one.sizeOrUnknown().or(other.sizeOrUnknown()));
    }

    /** Kubernetes has no price for {@code matches(text, pattern)}, only for {@code text.matches(pattern)}. */
    private static Call match(@Nullable Operand target, List<Operand> arguments) {
        if (target == null) {
            return exact(Estimate.ONE);
        }
        Estimate reading = target.sizeOrUnknown().plus(Estimate.ONE).times(TRAVERSAL);
        return exact(reading.times(arguments.getFirst().sizeOrUnknown().times(PATTERN)));
    }

    private Call plain(CelExpr expression, String overload, @Nullable Operand target, List<Operand> arguments) {
        return switch (overload) {
            case "string_format" ->
                target == null
                        ? exact(Estimate.ONE)
                        : exact(target.sizeOrUnknown().times(TRAVERSAL));
            case "string_to_bytes" -> {
                Estimate text = arguments.getFirst().sizeOrUnknown();
                yield new Call(text.times(TRAVERSAL), new Estimate(text.least(), Estimate.product(text.most(), 4)));
            }
            case "bytes_to_string" -> {
                Estimate bytes = arguments.getFirst().sizeOrUnknown();
                yield new Call(bytes.times(TRAVERSAL), new Estimate(bytes.least() / 4, bytes.most()));
            }
            case "strings_quote" -> {
                Estimate text = arguments.getFirst().sizeOrUnknown();
                Estimate result =
                        new Estimate(Estimate.sum(text.least(), 2), Estimate.sum(Estimate.product(text.most(), 2), 2));
                yield new Call(text.times(TRAVERSAL), result);
            }
            case "starts_with_string", "ends_with_string" ->
                exact(arguments.getFirst().sizeOrUnknown().times(TRAVERSAL));
            case "in_list" -> exact(arguments.getLast().sizeOrUnknown());
            case "matches_string" -> match(target, arguments);
            case "contains_string" ->
                target == null
                        ? exact(Estimate.ONE)
                        : exact(target.sizeOrUnknown()
                                .times(TRAVERSAL)
                                .times(arguments.getFirst().sizeOrUnknown().times(TRAVERSAL)));
            case "add_string", "add_bytes", "add_list" -> {
                Operand left = arguments.getFirst();
                Operand right = arguments.getLast();
                Estimate result = left.sizeOrUnknown().plus(right.sizeOrUnknown());
                estimation.setEntries(expression, Entries.either(left.entries(), right.entries()));
                yield new Call(overload.equals("add_list") ? Estimate.ONE : result.times(TRAVERSAL), result);
            }
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes",
                    "equals",
                    "not_equals" -> {
                long shorter = Math.min(
                        arguments.getFirst().sizeOrUnknown().most(),
                        arguments.getLast().sizeOrUnknown().most());
                yield exact(new Estimate(shorter > 0 ? 1 : 0, shorter).times(TRAVERSAL));
            }
            default -> exact(Estimate.ONE);
        };
    }
}

package dev.turnstile.cel.cost;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelSelect;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.cost.Operand.Entries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What evaluating one expression costs at most.
 *
 * <p>Goal: the same number as kube-apiserver. Constraints: one pass; what is not bounded has no finite cost. Steps:
 * referring to a variable or field costs one, constants and {@code has} nothing, a call the cost of its function and
 * its arguments, a loop the cost of its body times the size of its range. To know ranges and texts, each part remembers
 * its position in the schema (its path, whose bound {@link Sizes} knows) or the size of the value that it makes.
 *
 * <p>Example: {@code self.names.all(n, n.startsWith('a'))} with at most 10 names. {@code self.names} costs 2. The body
 * costs 5: the loop condition 2, the accumulator 1, {@code n} 1, reading one character 1. Ten bodies, the range and the
 * result (1) make 53.
 */
public final class CostEstimation {

    static final long NEW_LIST = 10;
    static final long NEW_MAP = 30;
    static final long NEW_STRUCT = 40;

    /** The accumulator variables of macros; not a part of the object. */
    private static final List<String> ACCUMULATORS = List.of("__result__", "@result");

    /** The receiver variable of {@code optMap}, which Kubernetes evaluates at each reference. */
    private static final String RECEIVER = "@target";

    private record Local(
            List<String> path,
            @Nullable Estimate size,
            @Nullable Entries entries,
            Estimate cost) {}

    private final CelAbstractSyntaxTree tree;
    private final Sizes sizes;
    private final CallEstimates calls = new CallEstimates(this);
    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, Estimate> known = new HashMap<>();
    private final Map<Long, Entries> knownEntries = new HashMap<>();
    private final Map<String, Deque<Local>> locals = new HashMap<>();

    public CostEstimation(CelAbstractSyntaxTree checked, Sizes sizes) {
        this.tree = checked;
        this.sizes = sizes;
    }

    public long most() {
        return cost(tree.getExpr()).most();
    }

    Estimate cost(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT, NOT_SET -> Estimate.NOTHING;
            case IDENT -> ident(expression);
            case SELECT -> select(expression);
            case CALL -> calls.cost(expression);
            case LIST -> list(expression);
            case MAP -> map(expression);
            case STRUCT -> {
                Estimate cost = Estimate.exactly(NEW_STRUCT);
                for (CelExpr.CelStruct.Entry entry : expression.struct().entries()) {
                    cost = cost.plus(cost(entry.value()));
                }
                yield cost;
            }
            case COMPREHENSION -> {
                CelComprehension loop = expression.comprehension();
                yield isBinding(loop) ? binding(expression, loop) : loop(expression, loop);
            }
        };
    }

    private Estimate ident(CelExpr expression) {
        String name = expression.ident().name();
        Local local = local(name);
        paths.put(expression.id(), local == null ? List.of(name) : local.path());
        return local == null ? Estimate.ONE : local.cost();
    }

    private Estimate select(CelExpr expression) {
        CelSelect select = expression.select();
        Estimate cost = cost(select.operand());
        if (select.testOnly()) {
            return cost;
        }
        paths.put(expression.id(), below(path(select.operand()), select.field()));
        return switch (type(select.operand()).kind()) {
            case MAP, STRUCT, TYPE_PARAM -> cost.plus(Estimate.ONE);
            default -> cost;
        };
    }

    private Estimate list(CelExpr expression) {
        Estimate cost = Estimate.exactly(NEW_LIST);
        @Nullable Estimate items = null;
        for (CelExpr element : expression.list().elements()) {
            cost = cost.plus(cost(element));
            items = either(items, sizeOrUnknown(element));
        }
        knownEntries.put(expression.id(), new Entries(true, Estimate.ONE, orNothing(items)));
        return cost;
    }

    private Estimate map(CelExpr expression) {
        Estimate cost = Estimate.exactly(NEW_MAP);
        @Nullable Estimate keys = null;
        @Nullable Estimate values = null;
        for (CelExpr.CelMap.Entry entry : expression.map().entries()) {
            cost = cost.plus(cost(entry.key())).plus(cost(entry.value()));
            keys = either(keys, sizeOrUnknown(entry.key()));
            values = either(values, sizeOrUnknown(entry.value()));
        }
        knownEntries.put(expression.id(), new Entries(false, orNothing(keys), orNothing(values)));
        return cost;
    }

    private static Estimate either(@Nullable Estimate one, Estimate other) {
        return one == null ? other : one.or(other);
    }

    private static Estimate orNothing(@Nullable Estimate estimate) {
        return estimate == null ? Estimate.NOTHING : estimate;
    }

    private Estimate loop(CelExpr expression, CelComprehension loop) {
        Estimate cost = cost(loop.iterRange()).plus(cost(loop.accuInit()));
        push(loop.accuVar(), local(loop.accuInit()));
        boolean two = !loop.iterVar2().isEmpty();
        if (two) {
            push(loop.iterVar(), keyOf(loop.iterRange()));
            push(loop.iterVar2(), valueOf(loop.iterRange()));
        } else {
            boolean list = isList(loop.iterRange());
            push(loop.iterVar(), list ? valueOf(loop.iterRange()) : keyOf(loop.iterRange()));
        }
        Estimate body = cost(loop.loopCondition()).plus(cost(loop.loopStep()));
        pop(loop.iterVar());
        if (two) {
            pop(loop.iterVar2());
        }
        cost = cost.plus(cost(loop.result()));
        pop(loop.accuVar());
        Estimate turns = sizeOrUnknown(loop.iterRange());
        switch (loop.accuInit().getKind()) {
            case CONSTANT -> setSize(expression, size(loop.accuInit()));
            case LIST, MAP -> {
                setSize(expression, turns);
                setEntries(expression, entries(loop.loopStep()));
            }
            default -> {
                // the size of the results of other loops is determined by their type alone
            }
        }
        return cost.plus(turns.times(body));
    }

    /** {@code x.optMap(name, …)} is parsed as a loop over nothing. */
    private static boolean isBinding(CelComprehension loop) {
        return loop.iterRange().getKind() == ExprKind.Kind.LIST
                && loop.iterRange().list().elements().isEmpty()
                && loop.loopCondition().getKind() == ExprKind.Kind.CONSTANT
                && !ACCUMULATORS.contains(loop.accuVar());
    }

    private Estimate binding(CelExpr expression, CelComprehension binding) {
        Estimate init = cost(binding.accuInit());
        Local bound = local(binding.accuInit());
        boolean receiver = binding.accuVar().equals(RECEIVER);
        push(binding.accuVar(), receiver ? new Local(bound.path(), bound.size(), bound.entries(), init) : bound);
        Estimate cost = receiver ? Estimate.NOTHING : cost(binding.iterRange()).plus(init);
        cost = cost.plus(cost(binding.result()));
        pop(binding.accuVar());
        setSize(expression, size(binding.result()));
        setEntries(expression, entries(binding.result()));
        return cost;
    }

    private boolean isList(CelExpr range) {
        Entries entries = entries(range);
        return entries == null ? type(range) instanceof ListType : entries.list();
    }

    private Local keyOf(CelExpr range) {
        Entries entries = entries(range);
        return new Local(
                below(path(range), isList(range) ? Sizes.INDICES : Sizes.KEYS),
                entries == null ? null : entries.keys(),
                null,
                Estimate.ONE);
    }

    private Local valueOf(CelExpr range) {
        Entries entries = entries(range);
        return new Local(
                below(path(range), isList(range) ? Sizes.ITEMS : Sizes.VALUES),
                entries == null ? null : entries.values(),
                null,
                Estimate.ONE);
    }

    private Local local(CelExpr value) {
        return new Local(path(value), size(value), entries(value), Estimate.ONE);
    }

    private void push(String name, Local local) {
        locals.computeIfAbsent(name, any -> new ArrayDeque<>()).push(local);
    }

    private void pop(String name) {
        locals.getOrDefault(name, new ArrayDeque<>()).pop();
    }

    private @Nullable Local local(String name) {
        Deque<Local> stack = locals.get(name);
        return stack == null ? null : stack.peek();
    }

    static List<String> below(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return longer;
    }

    List<String> path(CelExpr expression) {
        if (expression.getKind() == ExprKind.Kind.IDENT) {
            Local local = local(expression.ident().name());
            if (local != null) {
                return local.path();
            }
        }
        return paths.getOrDefault(expression.id(), List.of());
    }

    void setPath(CelExpr expression, List<String> path) {
        paths.put(expression.id(), path);
    }

    void setSize(CelExpr expression, @Nullable Estimate size) {
        if (size != null) {
            known.put(expression.id(), size);
        }
    }

    void setEntries(CelExpr expression, @Nullable Entries entries) {
        if (entries != null) {
            knownEntries.put(expression.id(), entries);
        }
    }

    @Nullable
    Entries entries(CelExpr expression) {
        Entries found = knownEntries.get(expression.id());
        if (found == null && expression.getKind() == ExprKind.Kind.IDENT) {
            Local local = local(expression.ident().name());
            return local == null ? null : local.entries();
        }
        return found;
    }

    Estimate sizeOrUnknown(CelExpr expression) {
        Estimate size = size(expression);
        return size == null ? Estimate.UNKNOWN : size;
    }

    @Nullable
    Estimate size(CelExpr expression) {
        Estimate size = known.get(expression.id());
        if (size != null) {
            return size;
        }
        size = literalSize(expression);
        if (size != null) {
            return size;
        }
        List<String> path = path(expression);
        size = path.isEmpty() ? null : sizes.of(path);
        if (size != null) {
            known.put(expression.id(), size);
            return size;
        }
        if (isScalar(type(expression))) {
            return Estimate.ONE;
        }
        Local local = expression.getKind() == ExprKind.Kind.IDENT
                ? local(expression.ident().name())
                : null;
        return local == null ? null : local.size();
    }

    private static @Nullable Estimate literalSize(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT -> Estimate.exactly(constantSize(expression.constant()));
            case LIST -> Estimate.exactly(expression.list().elements().size());
            case MAP -> Estimate.exactly(expression.map().entries().size());
            case NOT_SET, IDENT, SELECT, CALL, STRUCT, COMPREHENSION -> null;
        };
    }

    private static long constantSize(CelConstant constant) {
        return switch (constant.getKind()) {
            case STRING_VALUE -> constant.stringValue().codePoints().count();
            case BYTES_VALUE -> constant.bytesValue().size();
            default -> 1;
        };
    }

    private static boolean isScalar(CelType type) {
        return type instanceof OptionalType optional
                ? isScalar(optional.parameters().getFirst())
                : type.equals(SimpleType.BOOL)
                        || type.equals(SimpleType.DOUBLE)
                        || type.equals(SimpleType.DURATION)
                        || type.equals(SimpleType.INT)
                        || type.equals(SimpleType.TIMESTAMP)
                        || type.equals(SimpleType.UINT);
    }

    CelType type(CelExpr expression) {
        return tree.getType(expression.id()).orElse(SimpleType.DYN);
    }

    List<String> overloads(CelExpr call) {
        return tree.getReference(call.id())
                .map(reference -> List.copyOf(reference.overloadIds()))
                .orElse(List.of());
    }

    Operand operand(CelExpr expression) {
        List<String> path = path(expression);
        boolean collected = !path.isEmpty() && ACCUMULATORS.contains(path.getFirst());
        return new Operand(
                expression,
                type(expression),
                collected ? List.of() : path,
                size(expression),
                entries(expression),
                sizes);
    }
}

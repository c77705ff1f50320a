package dev.turnstile.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.turnstile.cel.CelFunction.Argument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Kubernetes' functions on lists. Element types are distinguished at run time: numbers, strings, booleans, times and
 * durations.
 */
final class ListFunctions {

    private static final TypeParamType ELEMENT = TypeParamType.create("T");

    @SuppressWarnings("rawtypes") // class literals have no type arguments
    private static final Argument<List> LIST = new Argument<>(ListType.create(ELEMENT), List.class);

    private static final Argument<Object> ITEM = new Argument<>(ELEMENT, Object.class);

    @SuppressWarnings("rawtypes") // class literals have no type arguments
    private static final Argument<List> OPTIONALS =
            new Argument<>(ListType.create(OptionalType.create(ELEMENT)), List.class);

    private ListFunctions() {}

    static List<CelFunction> all() {
        return List.of(
                CelFunction.member("isSorted", "list_is_sorted", SimpleType.BOOL, LIST, ListFunctions::isSorted),
                CelFunction.member("sum", "list_sum", ELEMENT, LIST, ListFunctions::sum),
                CelFunction.member("min", "list_min", ELEMENT, LIST, list -> extreme(list, -1, "min")),
                CelFunction.member("max", "list_max", ELEMENT, LIST, list -> extreme(list, 1, "max")),
                CelFunction.member("indexOf", "list_a_index_of_int", SimpleType.INT, LIST, ITEM, (list, item) ->
                        (long) indexOf(list, item)),
                CelFunction.member(
                        "lastIndexOf", "list_a_last_index_of_int", SimpleType.INT, LIST, ITEM, (list, item) ->
                                (long) lastIndexOf(list, item)),
                CelFunction.member(
                        "unwrapOpt",
                        "optional_unwrapOpt",
                        ListType.create(ELEMENT),
                        OPTIONALS,
                        ListFunctions::present));
    }

    private static List<Object> present(List<?> list) {
        List<Object> present = new ArrayList<>();
        for (Object item : list) {
            if (item instanceof Optional<?> optional && optional.isPresent()) {
                present.add(optional.get());
            }
        }
        return present;
    }

    private static boolean isSorted(List<?> list) {
        for (int i = 1; i < list.size(); i++) {
            if (compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object sum(List<?> list) {
        Object sum = list.isEmpty() ? (Object) 0L : list.getFirst();
        for (int i = 1; i < list.size(); i++) {
            sum = add(sum, list.get(i));
        }
        return sum;
    }

    private static Object add(Object a, Object b) {
        return switch (a) {
            case Long x when b instanceof Long y -> Math.addExact(x, y);
            case Double x when b instanceof Double y -> x + y;
            case Duration x when b instanceof Duration y -> x.plus(y);
            default -> throw new IllegalArgumentException("no such overload");
        };
    }

    private static Object extreme(List<?> list, int sign, String name) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException(name + " called on empty list");
        }
        Object found = list.getFirst();
        for (Object item : list) {
            if (compare(item, found) * sign > 0) {
                found = item;
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked") // both are of one class that is comparable to itself
    private static int compare(Object a, Object b) {
        if (a.getClass() == b.getClass() && a instanceof Comparable<?> comparable) {
            return ((Comparable<Object>) comparable).compareTo(b);
        }
        throw new IllegalArgumentException("no such overload");
    }

    private static int indexOf(List<?> list, Object item) {
        for (int i = 0; i < list.size(); i++) {
            if (Objects.equals(list.get(i), item)) {
                return i;
            }
        }
        return -1;
    }

    private static int lastIndexOf(List<?> list, Object item) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (Objects.equals(list.get(i), item)) {
                return i;
            }
        }
        return -1;
    }
}

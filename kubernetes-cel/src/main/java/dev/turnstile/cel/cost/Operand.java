package dev.turnstile.cel.cost;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A receiver or argument of a call.
 *
 * @param path its position in the schema; empty if the expression made it
 * @param size its size, if that is known
 * @param entries the sizes of its items, if the expression made it
 */
record Operand(
        CelExpr expression,
        CelType type,
        List<String> path,
        @Nullable Estimate size,
        @Nullable Entries entries,
        Sizes sizes) {

    /** The sizes of the keys and values, or of the indices and items, of a map or list that an expression made. */
    record Entries(boolean list, Estimate keys, Estimate values) {
        static @Nullable Entries either(@Nullable Entries one, @Nullable Entries other) {
            return one == null || other == null
                    ? null
                    : new Entries(one.list, one.keys.or(other.keys), one.values.or(other.values));
        }
    }

    Estimate sizeOrUnknown() {
        return size == null ? Estimate.UNKNOWN : size;
    }

    /** The type of a list's items or a map's keys; null for everything else. */
    @Nullable
    CelType elementType() {
        return switch (type) {
            case ListType list -> list.elemType();
            case MapType map -> map.keyType();
            default -> null;
        };
    }

    /** The size of one item as the schema bounds it. */
    Estimate itemSize() {
        if (path.isEmpty()) {
            return Estimate.UNKNOWN;
        }
        List<String> items = new ArrayList<>(path);
        items.add(Sizes.ITEMS);
        Estimate bound = sizes.of(items);
        return bound == null ? Estimate.UNKNOWN : bound;
    }

    boolean isText() {
        return isText(type);
    }

    boolean hasTexts() {
        CelType element = elementType();
        return element != null && isText(element);
    }

    private static boolean isText(CelType type) {
        return type.kind() == CelKind.STRING || type.kind() == CelKind.BYTES;
    }
}

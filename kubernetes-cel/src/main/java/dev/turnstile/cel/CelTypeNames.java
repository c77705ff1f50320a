package dev.turnstile.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;

/** How Kubernetes' CEL library writes types in messages. */
public final class CelTypeNames {
    private CelTypeNames() {}

    public static String of(CelType type) {
        return switch (type.kind()) {
            case LIST -> "list(" + (type instanceof ListType list ? of(list.elemType()) : "dyn") + ")";
            case MAP ->
                "map("
                        + (type instanceof MapType map ? of(map.keyType()) + ", " + of(map.valueType()) : "dyn, dyn")
                        + ")";
            case INT -> "int";
            case UINT -> "uint";
            case DOUBLE -> "double";
            case BOOL -> "bool";
            case STRING -> "string";
            case BYTES -> "bytes";
            case NULL_TYPE -> "null_type";
            case DYN -> "dyn";
            default -> type.name();
        };
    }
}

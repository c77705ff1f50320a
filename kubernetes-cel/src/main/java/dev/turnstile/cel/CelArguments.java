package dev.turnstile.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelFunction.Argument;
import java.util.List;

final class CelArguments {

    static final Argument<String> STRING = new Argument<>(SimpleType.STRING, String.class);
    static final Argument<Long> INT = new Argument<>(SimpleType.INT, Long.class);
    static final Argument<Boolean> BOOL = new Argument<>(SimpleType.BOOL, Boolean.class);

    @SuppressWarnings("rawtypes") // class literals have no type arguments
    static final Argument<List> ANY_LIST = new Argument<>(ListType.create(SimpleType.DYN), List.class);

    private CelArguments() {}
}

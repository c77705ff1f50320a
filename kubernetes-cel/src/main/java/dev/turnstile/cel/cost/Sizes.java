package dev.turnstile.cel.cost;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sizes of the values that a rule is evaluated for. */
@FunctionalInterface
public interface Sizes {

    String ITEMS = "@items";
    String VALUES = "@values";
    String KEYS = "@keys";
    String INDICES = "@indices";

    /**
     * @param path from a variable: escaped field names, {@link #ITEMS}, {@link #VALUES}, {@link #KEYS}
     * @return null if the schema states no limit
     */
    @Nullable
    Estimate of(List<String> path);
}

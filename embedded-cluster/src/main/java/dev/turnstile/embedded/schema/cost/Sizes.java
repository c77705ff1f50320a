package dev.turnstile.embedded.schema.cost;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How large the values are that a rule is given. */
@FunctionalInterface
public interface Sizes {

    String ITEMS = "@items";
    String VALUES = "@values";
    String KEYS = "@keys";
    String INDICES = "@indices";

    /**
     * @param path from a variable: escaped field names, {@link #ITEMS}, {@link #VALUES}, {@link #KEYS}
     * @return null where the schema says nothing
     */
    @Nullable
    Estimate of(List<String> path);
}

package dev.turnstile.core.hierarchy;

import org.jspecify.annotations.Nullable;

/** Nominal quota of one flavor-resource, and how much may be borrowed beyond it or lent from it. */
public record Quota(
        long nominal,
        @Nullable Long borrowingLimit,
        @Nullable Long lendingLimit) {

    public static Quota of(long nominal) {
        return new Quota(nominal, null, null);
    }
}

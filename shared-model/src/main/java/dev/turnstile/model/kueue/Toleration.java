package dev.turnstile.model.kueue;

import org.jspecify.annotations.Nullable;

/**
 * A {@code core/v1} toleration.
 *
 * @param key the taint's key; none: any, with operator {@code Exists}
 * @param operator {@code Equal} (also where none is given) or {@code Exists}
 * @param value the taint's value, for {@code Equal}
 * @param effect the taint's effect; none: any
 * @param tolerationSeconds for how long, with effect {@code NoExecute}; none: for ever
 */
public record Toleration(
        @Nullable String key,
        @Nullable String operator,
        @Nullable String value,
        @Nullable String effect,
        @Nullable Long tolerationSeconds) {}

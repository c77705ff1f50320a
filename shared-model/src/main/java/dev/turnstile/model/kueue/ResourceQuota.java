package dev.turnstile.model.kueue;

import dev.turnstile.model.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The quota of a queue or cohort in one resource of one flavor.
 *
 * @param name the resource
 * @param nominalQuota what it has itself
 * @param borrowingLimit how much more it may take from its cohort; none: no limit
 * @param lendingLimit how much of its own it lends at most; none: all
 */
public record ResourceQuota(
        String name,
        Quantity nominalQuota,
        @Nullable Quantity borrowingLimit,
        @Nullable Quantity lendingLimit) {}

package dev.turnstile.model.kueue;

import dev.turnstile.model.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * What workloads of a LocalQueue hold of one resource of one flavor.
 *
 * @param name the resource
 * @param total all of it
 */
public record LocalQueueResourceUsage(String name, @Nullable Quantity total) {}

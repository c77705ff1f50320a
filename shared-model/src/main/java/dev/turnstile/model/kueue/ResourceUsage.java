package dev.turnstile.model.kueue;

import dev.turnstile.model.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * What workloads hold of one resource of one flavor of a ClusterQueue.
 *
 * @param name the resource
 * @param total all of it
 * @param borrowed the part beyond the queue's own quota
 */
public record ResourceUsage(
        String name, @Nullable Quantity total, @Nullable Quantity borrowed) {}

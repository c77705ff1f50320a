package dev.turnstile.model.kueue;

import org.jspecify.annotations.Nullable;

/**
 * Where the credentials of a worker cluster are.
 *
 * @param kubeConfig in a kubeconfig
 */
public record ClusterSource(@Nullable KubeConfig kubeConfig) {
    /** Nowhere. */
    public static final ClusterSource EMPTY = new ClusterSource(null);
}

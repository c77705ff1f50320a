/**
 * Connections to worker clusters.
 *
 * <p>Decides whether a kubeconfig is safe to use, when a lost connection is tried again, and what the condition
 * {@code Active} of a MultiKueueCluster says. From: the MultiKueueCluster, its Secret or file, and what the cluster
 * answers. Each cluster has its own connection, informers, writer and time-outs, so that a slow or dead one delays no
 * other. Conditions are written by {@link dev.turnstile.manager.cluster.ClusterReconciler}.
 */
@NullMarked
package dev.turnstile.manager.cluster;

import org.jspecify.annotations.NullMarked;

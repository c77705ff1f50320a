package dev.turnstile.core.cycle;

/** A LocalQueue: which ClusterQueue its workloads wait for; {@code stopped} ones send nobody. */
public record LocalQueue(String namespace, String name, String clusterQueue, boolean stopped) {}

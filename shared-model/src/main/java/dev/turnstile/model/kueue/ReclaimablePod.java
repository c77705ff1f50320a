package dev.turnstile.model.kueue;

/**
 * Pods of a pod set that are done.
 *
 * @param name the pod set
 * @param count how many of its pods
 */
public record ReclaimablePod(String name, int count) {}

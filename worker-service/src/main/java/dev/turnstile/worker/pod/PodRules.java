package dev.turnstile.worker.pod;

/**
 * What the feature switches say about pods.
 *
 * @param fastRelease whether quota is free once pods are asked to end, not only once they have (KEP-6143)
 * @param schedulingGates whether an annotation holds pods back (KEP-6915)
 */
record PodRules(boolean fastRelease, boolean schedulingGates) {}

package dev.turnstile.worker.pod;

import java.util.List;

/**
 * What the configuration says about pods.
 *
 * @param fastRelease whether quota is free once pods are asked to end, not only once they have (KEP-6143)
 * @param schedulingGates whether an annotation holds pods back (KEP-6915)
 * @param copiedLabels labels that a Workload takes over, so that members of a group must not disagree about them
 */
record PodRules(boolean fastRelease, boolean schedulingGates, List<String> copiedLabels) {
    PodRules {
        copiedLabels = List.copyOf(copiedLabels);
    }
}

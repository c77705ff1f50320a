package dev.turnstile.worker.pod;

import dev.turnstile.model.kueue.PodSet;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What users may still say about pods that wait: where they may run. It reaches the Workload, so that they are not
 * admitted to nodes that they no longer fit.
 */
final class Narrowing {
    private static final List<String> PLACE = List.of("nodeSelector", "affinity", "tolerations");

    private Narrowing() {}

    /** The pod sets as the oldest waiting pod of each has it. */
    static List<PodSet> of(List<PodSet> podSets, PodUnit unit, List<PodView> serving) {
        return podSets.stream()
                .map(podSet -> {
                    Optional<PodView> oldest = serving.stream()
                            .filter(pod -> pod.gated() && unit.podSetOf(pod).equals(podSet.name()))
                            .findFirst();
                    return oldest.map(pod -> narrowed(podSet, pod.object().path("spec")))
                            .orElse(podSet);
                })
                .toList();
    }

    private static PodSet narrowed(PodSet podSet, JsonNode spec) {
        ObjectNode template = podSet.template().deepCopy();
        ObjectNode inside = template.withObject("spec");
        for (String field : PLACE) {
            JsonNode now = spec.path(field);
            if (now.isEmpty()) {
                inside.remove(field);
            } else {
                inside.set(field, now.deepCopy());
            }
        }
        return template.equals(podSet.template())
                ? podSet
                : new PodSet(podSet.name(), template, podSet.count(), podSet.minCount());
    }
}

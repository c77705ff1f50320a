package dev.turnstile.worker.pod;

import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.PodSchedulingGate;
import dev.turnstile.worker.job.Integration;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a Workload takes from a pod, and what an admitted pod gets. */
final class PodTemplates {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Kueue's second gate: on pods that it has left behind, ours to remove as well. */
    private static final String TOPOLOGY = PodSchedulingGate.TOPOLOGY.text();

    private static final Set<String> OURS = Set.of(PodSchedulingGate.ADMISSION.text(), TOPOLOGY);

    private PodTemplates() {}

    /** The template of a pod set made for that pod. */
    static ObjectNode of(PodView pod) {
        ObjectNode template = NODES.objectNode();
        template.putObject("metadata");
        template.set("spec", pod.object().path("spec").deepCopy());
        return template;
    }

    /** The one patch that lets an admitted pod be scheduled where it was admitted. */
    static ObjectNode start(ObjectNode pod, String role, Integration.Placement placement, Integration.Marks marks) {
        ObjectNode patch = NODES.objectNode();
        ObjectNode metadata = patch.putObject("metadata");
        ObjectNode labels = placement.labels().deepCopy();
        metadata.set("labels", labels);
        marks.labels().forEach(labels::put);
        ObjectNode annotations = placement.annotations().deepCopy();
        metadata.set("annotations", annotations);
        annotations.put(Annotation.WORKLOAD.text(), marks.workload());
        if (!pod.path("metadata").path("annotations").has(Annotation.ROLE_HASH.text())) {
            // What it gets now would make it another role.
            annotations.put(Annotation.ROLE_HASH.text(), role);
        }
        JsonNode before = pod.path("spec");
        ObjectNode spec = patch.putObject("spec");
        ArrayNode others = NODES.arrayNode();
        before.path("schedulingGates").forEach(gate -> {
            if (!OURS.contains(gate.path("name").asString(""))) {
                others.add(gate);
            }
        });
        spec.set("schedulingGates", others.isEmpty() ? NODES.nullNode() : others);
        if (!placement.nodeSelector().isEmpty()) {
            spec.set("nodeSelector", placement.nodeSelector().deepCopy());
        }
        ArrayNode tolerations = NODES.arrayNode();
        before.path("tolerations").forEach(tolerations::add);
        int known = tolerations.size();
        placement.tolerations().stream()
                .filter(toleration -> tolerations.valueStream().noneMatch(toleration::equals))
                .toList()
                .forEach(tolerations::add);
        if (tolerations.size() > known) {
            spec.set("tolerations", tolerations);
        }
        return patch;
    }
}

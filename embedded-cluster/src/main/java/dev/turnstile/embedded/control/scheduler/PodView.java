package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * A pod as the scheduler and its plug-ins see it; it can not be changed.
 *
 * @param requests thousandths of each resource that the pod needs while it runs
 * @param complaint what its condition says since it was tried last; empty if it was not, or gates are to blame
 * @param affinity the alternatives of its required node affinity; empty if it has none
 */
public record PodView(
        String uid,
        String namespace,
        String name,
        long version,
        Instant created,
        int priority,
        String schedulerName,
        String nodeName,
        String phase,
        boolean isBeingDeleted,
        String complaint,
        List<String> gates,
        Map<String, String> labels,
        Map<String, Long> requests,
        Map<String, String> nodeSelector,
        List<NodeTerm> affinity,
        List<Toleration> tolerations) {

    public PodView {
        gates = List.copyOf(gates);
        labels = Map.copyOf(labels);
        requests = Map.copyOf(requests);
        nodeSelector = Map.copyOf(nodeSelector);
        affinity = List.copyOf(affinity);
        tolerations = List.copyOf(tolerations);
    }

    public static PodView of(ApiObject pod) {
        return new PodView(
                pod.uid(),
                pod.namespace(),
                pod.name(),
                pod.version(),
                pod.creationTimestamp(),
                pod.number(0, "spec", "priority"),
                pod.text("spec", "schedulerName"),
                pod.text("spec", "nodeName"),
                pod.text("status", "phase"),
                pod.isBeingDeleted(),
                pod.condition("PodScheduled")
                        .filter(condition ->
                                condition.path("reason").asString("").equals("Unschedulable"))
                        .map(condition -> condition.path("message").asString(""))
                        .orElse(""),
                pod.list("spec", "schedulingGates").stream()
                        .map(gate -> gate.path("name").asString(""))
                        .toList(),
                pod.labels(),
                requestsOf(pod),
                pod.texts("spec", "nodeSelector"),
                pod
                        .list(
                                "spec",
                                "affinity",
                                "nodeAffinity",
                                "requiredDuringSchedulingIgnoredDuringExecution",
                                "nodeSelectorTerms")
                        .stream()
                        .map(NodeTerm::of)
                        .toList(),
                pod.list("spec", "tolerations").stream().map(Toleration::of).toList());
    }

    public String key() {
        return namespace + "/" + name;
    }

    boolean hasEnded() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    boolean isAssigned() {
        return !nodeName.isEmpty();
    }

    /** Whether what a plug-in may look at is different; a kubelet's or the scheduler's own reports are not. */
    boolean differsForPlugins(PodView other) {
        return !(gates.equals(other.gates)
                && labels.equals(other.labels)
                && requests.equals(other.requests)
                && nodeSelector.equals(other.nodeSelector)
                && affinity.equals(other.affinity)
                && tolerations.equals(other.tolerations)
                && priority == other.priority);
    }

    boolean isGated() {
        return !gates.isEmpty();
    }

    /** Containers run together, init containers one after the other before them; so the larger of both is needed. */
    private static Map<String, Long> requestsOf(ApiObject pod) {
        var together = new TreeMap<String, Long>();
        for (var container : pod.list("spec", "containers")) {
            requests(container).forEach((name, amount) -> together.merge(name, amount, Long::sum));
        }
        for (var container : pod.list("spec", "initContainers")) {
            requests(container).forEach((name, amount) -> together.merge(name, amount, Math::max));
        }
        Amounts.parse(pod.at("spec", "overhead")).forEach((name, amount) -> together.merge(name, amount, Long::sum));
        return together;
    }

    private static Map<String, Long> requests(JsonNode container) {
        return Amounts.parse(container.path("resources").path("requests"));
    }
}

package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * An immutable view of a pod for the scheduler and its plug-ins.
 *
 * @param requests thousandths of each resource that the pod needs while it runs
 * @param complaint the message of its PodScheduled condition after the last attempt; empty if there was none, or if it
 *     is gated
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

    /**
     * Whether a field differs that plug-ins may read; status reports of the kubelet and of the scheduler do not count.
     */
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

    /**
     * Containers run in parallel, init containers one after the other before them, so the larger of both is requested.
     */
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

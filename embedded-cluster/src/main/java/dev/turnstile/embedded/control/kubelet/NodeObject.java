package dev.turnstile.embedded.control.kubelet;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The objects that a kubelet writes to register a node and keep it alive. */
final class NodeObject {
    private static final String ADDRESS = "127.0.0.1";
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final int LEASE_SECONDS = 40;
    private static final DateTimeFormatter MICROSECONDS =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);

    private NodeObject() {}

    static ObjectNode node(NodeSpec spec) {
        var node = Json.object();
        node.put("apiVersion", "v1").put("kind", "Node");
        var metadata = node.putObject("metadata").put("name", spec.name());
        labels(spec, metadata.putObject("labels"));
        if (spec.taint() != null) {
            var effect = spec.taint().substring(spec.taint().lastIndexOf(':') + 1);
            var pair = spec.taint().substring(0, spec.taint().lastIndexOf(':')).split("=", 2);
            var taint = node.putObject("spec").putArray("taints").addObject().put("key", pair[0]);
            if (pair.length > 1 && !pair[1].isEmpty()) {
                taint.put("value", pair[1]);
            }
            taint.put("effect", effect);
        }
        return node;
    }

    /** A strategic merge patch of the status. */
    static ObjectNode statusPatch(NodeSpec spec, Instant now) {
        var patch = Json.object();
        var status = patch.putObject("status");
        spec.capacity().forEach(status.putObject("capacity")::put);
        spec.capacity().forEach(status.putObject("allocatable")::put);
        var conditions = status.putArray("conditions");
        condition(conditions, "MemoryPressure", false, "KubeletHasSufficientMemory", "memory available", now);
        condition(conditions, "DiskPressure", false, "KubeletHasNoDiskPressure", "no disk pressure", now);
        condition(conditions, "PIDPressure", false, "KubeletHasSufficientPID", "sufficient PID available", now);
        condition(conditions, "Ready", true, "KubeletReady", "kubelet is posting ready status", now);
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", ADDRESS);
        addresses.addObject().put("type", "Hostname").put("address", spec.name());
        status.putObject("nodeInfo")
                .put("architecture", "amd64")
                .put("operatingSystem", "linux")
                .put("osImage", "embedded")
                .put("kernelVersion", "0")
                .put("containerRuntimeVersion", "embedded://0")
                .put("kubeletVersion", "v1.36.3")
                .put("kubeProxyVersion", "")
                .put("machineID", "")
                .put("systemUUID", "")
                .put("bootID", "");
        return patch;
    }

    /**
     * Removes the not-ready taint of a new node: kube-apiserver sets it, and the controller that removes it does not
     * run in every cluster.
     *
     * @return a merge patch, empty where there is no such taint
     */
    static Optional<ObjectNode> readyPatch(ObjectNode node) {
        var taints = node.path("spec").path("taints");
        var others = Json.array();
        taints.valueStream()
                .filter(taint -> !taint.path("key").asString("").equals(NOT_READY))
                .forEach(others::add);
        if (others.size() == taints.size()) {
            return Optional.empty();
        }
        var patch = Json.object();
        // The list is replaced as a whole, so not if it changed in the meantime.
        patch.putObject("metadata")
                .put(
                        "resourceVersion",
                        node.path("metadata").path("resourceVersion").asString(""));
        patch.putObject("spec").set("taints", others);
        return Optional.of(patch);
    }

    static ObjectNode lease(NodeSpec spec, Instant now) {
        var lease = Json.object();
        lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.putObject("metadata").put("name", spec.name()).put("namespace", "kube-node-lease");
        lease.putObject("spec")
                .put("holderIdentity", spec.name())
                .put("leaseDurationSeconds", LEASE_SECONDS)
                .put("renewTime", MICROSECONDS.format(now));
        return lease;
    }

    static ObjectNode leasePatch(Instant now) {
        var patch = Json.object();
        patch.putObject("spec").put("renewTime", MICROSECONDS.format(now));
        return patch;
    }

    private static void labels(NodeSpec spec, ObjectNode labels) {
        labels.put("kubernetes.io/hostname", spec.name());
        labels.put("kubernetes.io/os", "linux");
        labels.put("kubernetes.io/arch", "amd64");
        spec.labels().forEach(labels::put);
    }

    private static void condition(
            ArrayNode conditions, String type, boolean value, String reason, String message, Instant now) {
        conditions
                .addObject()
                .put("type", type)
                .put("status", value ? "True" : "False")
                .put("lastHeartbeatTime", ApiObject.timestamp(now))
                .put("lastTransitionTime", ApiObject.timestamp(now))
                .put("reason", reason)
                .put("message", message.startsWith("kubelet") ? message : "kubelet has " + message);
    }
}

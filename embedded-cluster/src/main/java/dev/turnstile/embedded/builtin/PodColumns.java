package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The columns of {@code kubectl get pods}. */
final class PodColumns {
    static final List<TableColumn> ALL = List.of(
            Columns.text(
                    "Ready", "The aggregate readiness state of this pod for accepting traffic.", 0, PodColumns::ready),
            Columns.text("Status", "The aggregate status of the containers in this pod.", 0, PodColumns::status),
            new TableColumn(
                    "Restarts",
                    "string",
                    "",
                    "The number of times the containers in this pod have been restarted and when the last container in"
                            + " this pod has restarted.",
                    0,
                    (pod, now) -> StringNode.valueOf(restarts(pod))),
            Columns.text("IP", "podIP address allocated to the pod.", 1, pod -> or(Json.text(pod, "status", "podIP"))),
            Columns.text("Node", "The node that the pod runs on.", 1, pod -> or(Json.text(pod, "spec", "nodeName"))),
            Columns.text(
                    "Nominated Node",
                    "The node that the pod would run on.",
                    1,
                    pod -> or(Json.text(pod, "status", "nominatedNodeName"))),
            Columns.text(
                    "Readiness Gates", "Conditions that the pod's readiness needs.", 1, PodColumns::readinessGates));

    private PodColumns() {}

    private static String or(String text) {
        return text.isEmpty() ? "<none>" : text;
    }

    private static String ready(ObjectNode object) {
        var ready = Json.items(object, "status", "containerStatuses").stream()
                .filter(PodColumns::isReady)
                .count();
        var sidecars = Json.items(object, "spec", "initContainers").stream()
                .filter(container -> Json.text(container, "restartPolicy").equals("Always"))
                .map(container -> Json.text(container, "name"))
                .collect(Collectors.toSet());
        ready += Json.items(object, "status", "initContainerStatuses").stream()
                .filter(status -> sidecars.contains(Json.text(status, "name")) && isReady(status))
                .count();
        return ready + "/" + (Json.items(object, "spec", "containers").size() + sidecars.size());
    }

    private static boolean isReady(JsonNode status) {
        return Json.flag(status, "ready") && Json.at(status, "state", "running") != null;
    }

    private static String restarts(ObjectNode object) {
        return Long.toString(Json.items(object, "status", "containerStatuses").stream()
                .mapToLong(status -> Json.number(status, 0, "restartCount"))
                .sum());
    }

    private static String readinessGates(ObjectNode object) {
        var pod = new ApiObject(object);
        var gates = pod.list("spec", "readinessGates");
        var open = gates.stream()
                .filter(gate -> pod.isConditionTrue(Json.text(gate, "conditionType")))
                .count();
        return gates.isEmpty() ? "<none>" : open + "/" + gates.size();
    }

    /** The printed status: the pod's phase, unless a gate, a container or the deletion is more specific. */
    static String status(ObjectNode object) {
        var pod = new ApiObject(object);
        var phase = pod.text("status", "phase");
        var hasEnded = Set.of("Succeeded", "Failed").contains(phase);
        if (pod.isBeingDeleted() && !hasEnded) {
            return "Terminating";
        }
        var reason = pod.text("status", "reason").isEmpty() ? phase : pod.text("status", "reason");
        if (pod.condition("PodScheduled")
                .filter(condition -> Json.text(condition, "reason").equals("SchedulingGated"))
                .isPresent()) {
            reason = "SchedulingGated";
        }
        var initializing = initializing(pod);
        if (!initializing.isEmpty() && !pod.isConditionTrue("Initialized")) {
            return initializing;
        }
        return ofContainers(pod, reason);
    }

    private static String initializing(ApiObject pod) {
        var statuses = pod.list("status", "initContainerStatuses");
        for (var i = 0; i < statuses.size(); i++) {
            var state = statuses.get(i).path("state");
            if (Json.at(state, "terminated") != null && Json.number(state, 1, "terminated", "exitCode") == 0) {
                continue;
            }
            if (Json.at(state, "terminated") != null) {
                return "Init:" + ending(state);
            }
            var waiting = Json.text(state, "waiting", "reason");
            return waiting.isEmpty() || waiting.equals("PodInitializing")
                    ? "Init:" + i + "/" + pod.list("spec", "initContainers").size()
                    : "Init:" + waiting;
        }
        return "";
    }

    private static String ofContainers(ApiObject pod, String otherwise) {
        var reason = otherwise;
        var failure = "";
        var running = false;
        for (var status : pod.list("status", "containerStatuses").reversed()) {
            var state = status.path("state");
            var waiting = Json.text(state, "waiting", "reason");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (Json.at(state, "terminated") != null) {
                reason = ending(state);
                failure = Json.number(state, 0, "terminated", "exitCode") == 0 ? failure : reason;
            } else if (Json.flag(status, "ready") && Json.at(state, "running") != null) {
                running = true;
            }
        }
        if (!reason.equals("Completed")) {
            return reason;
        }
        if (running) {
            return pod.isConditionTrue("Ready") ? "Running" : failure.isEmpty() ? "NotReady" : failure;
        }
        return failure.isEmpty() ? reason : failure;
    }

    private static String ending(JsonNode state) {
        var reason = Json.text(state, "terminated", "reason");
        return reason.isEmpty() ? "ExitCode:" + Json.number(state, 0, "terminated", "exitCode") : reason;
    }
}

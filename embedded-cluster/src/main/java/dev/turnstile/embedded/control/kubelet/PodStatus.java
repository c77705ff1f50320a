package dev.turnstile.embedded.control.kubelet;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a pod's state as a kubelet does: the status to be merged into the pod's. */
final class PodStatus {
    private final ApiObject pod;
    private final PodTimeline.State state;
    private final Function<Duration, Instant> stamps;
    private final Instant now;
    private final Map<String, String> addresses;

    /**
     * @param stamps the wall clock's time at a time of the timeline
     * @param addresses {@code host} and {@code pod}
     */
    PodStatus(
            ApiObject pod,
            PodTimeline.State state,
            Function<Duration, Instant> stamps,
            Instant now,
            Map<String, String> addresses) {
        this.pod = pod;
        this.state = state;
        this.stamps = stamps;
        this.now = now;
        this.addresses = addresses;
    }

    ObjectNode status() {
        var status = Json.object();
        status.put("observedGeneration", pod.number(1, "metadata", "generation"));
        status.put("phase", phase());
        if (state.hasExceededDeadline()) {
            status.put("reason", "DeadlineExceeded");
            status.put("message", "Pod was active on the node longer than the specified deadline");
        }
        conditions(status.putArray("conditions"));
        var host = addresses.getOrDefault("host", "");
        status.put("hostIP", host);
        status.putArray("hostIPs").addObject().put("ip", host);
        var own = addresses.getOrDefault("pod", "");
        status.put("podIP", own);
        status.putArray("podIPs").addObject().put("ip", own);
        status.put("startTime", ApiObject.timestamp(stamps.apply(Duration.ZERO)));
        if (!state.initContainers().isEmpty()) {
            containers(state.initContainers(), status.putArray("initContainerStatuses"), true);
        }
        containers(state.containers(), status.putArray("containerStatuses"), false);
        return status;
    }

    private String phase() {
        if (state.hasEnded()) {
            return state.hasFailed() || state.hasExceededDeadline() ? "Failed" : "Succeeded";
        }
        var started = state.containers().stream()
                .allMatch(container -> !(container.phase() instanceof PodTimeline.Phase.NotStarted));
        return state.isInitialized() && started ? "Running" : "Pending";
    }

    private void conditions(ArrayNode conditions) {
        var ready = !state.hasEnded()
                && state.containers().stream()
                        .allMatch(container -> container.phase() instanceof PodTimeline.Phase.Running);
        var unready = unreadyReason();
        condition(conditions, "PodReadyToStartContainers", !state.hasEnded(), "", "");
        condition(
                conditions,
                "Initialized",
                state.isInitialized(),
                state.isInitialized()
                        ? (phase().equals("Succeeded") ? "PodCompleted" : "")
                        : "ContainersNotInitialized",
                "");
        condition(conditions, "Ready", ready, ready ? "" : unready, ready ? "" : unreadyMessage(unready));
        condition(conditions, "ContainersReady", ready, ready ? "" : unready, ready ? "" : unreadyMessage(unready));
    }

    private String unreadyReason() {
        return switch (phase()) {
            case "Succeeded" -> "PodCompleted";
            case "Failed" -> "PodFailed";
            default -> "ContainersNotReady";
        };
    }

    private String unreadyMessage(String reason) {
        if (!reason.equals("ContainersNotReady")) {
            return "";
        }
        var names = state.containers().stream()
                .filter(container -> !(container.phase() instanceof PodTimeline.Phase.Running))
                .map(container -> container.container().path("name").asString(""))
                .toList();
        return "containers with unready status: [" + String.join(" ", names) + "]";
    }

    private void condition(ArrayNode conditions, String type, boolean value, String reason, String message) {
        var word = value ? "True" : "False";
        var before = pod.condition(type);
        var unchanged =
                before.filter(condition -> condition.path("status").asString("").equals(word));
        var condition = conditions.addObject();
        condition.put("type", type).put("status", word);
        condition.put("observedGeneration", pod.number(1, "metadata", "generation"));
        condition.putNull("lastProbeTime");
        condition.put(
                "lastTransitionTime",
                unchanged
                        .map(found -> found.path("lastTransitionTime").asString(""))
                        .filter(text -> !text.isEmpty())
                        .orElseGet(() -> ApiObject.timestamp(now)));
        if (!reason.isEmpty()) {
            condition.put("reason", reason);
        } else if (before.filter(found -> found.has("reason")).isPresent()) {
            condition.putNull("reason");
        }
        if (!message.isEmpty()) {
            condition.put("message", message);
        } else if (before.filter(found -> found.has("message")).isPresent()) {
            condition.putNull("message");
        }
    }

    private void containers(List<PodTimeline.ContainerState> states, ArrayNode statuses, boolean init) {
        for (var container : states) {
            var status = statuses.addObject();
            var running = container.phase() instanceof PodTimeline.Phase.Running;
            var name = container.container().path("name").asString("");
            var image = container.container().path("image").asString("");
            status.put("name", name);
            status.set("state", stateOf(container));
            status.set("lastState", lastState(container));
            status.put("ready", init ? isDone(container) : running);
            status.put("restartCount", container.restarts());
            status.put("image", image);
            status.put("imageID", image);
            status.put("containerID", containerId(name, container.restarts()));
            status.put("started", running);
        }
    }

    private static boolean isDone(PodTimeline.ContainerState container) {
        return container.phase() instanceof PodTimeline.Phase.Ended(var run) && run.exitCode() == 0;
    }

    private JsonNode stateOf(PodTimeline.ContainerState container) {
        var node = Json.object();
        switch (container.phase()) {
            case PodTimeline.Phase.NotStarted() ->
                node.putObject("waiting")
                        .put("reason", state.isInitialized() ? "ContainerCreating" : "PodInitializing");
            case PodTimeline.Phase.Running(var since) ->
                node.putObject("running").put("startedAt", stamp(since));
            case PodTimeline.Phase.BackingOff _ ->
                node.putObject("waiting")
                        .put("reason", "CrashLoopBackOff")
                        .put("message", "back-off restarting failed container");
            case PodTimeline.Phase.Ended(var run) -> node.set("terminated", terminated(container, run));
            case PodTimeline.Phase.Omitted() ->
                node.putObject("terminated")
                        .put("exitCode", 137)
                        .put("reason", "ContainerStatusUnknown")
                        .put("message", "The container could not be located when the pod was terminated")
                        .putNull("startedAt")
                        .putNull("finishedAt");
        }
        return node;
    }

    private JsonNode lastState(PodTimeline.ContainerState container) {
        var node = Json.object();
        switch (container.phase()) {
            case PodTimeline.Phase.BackingOff(var run) -> node.set("terminated", terminated(container, run));
            case PodTimeline.Phase.Running _, PodTimeline.Phase.Ended _ ->
                container.previous().ifPresent(run -> node.set("terminated", terminated(container, run)));
            case PodTimeline.Phase.NotStarted _, PodTimeline.Phase.Omitted _ -> {}
        }
        return node;
    }

    private JsonNode terminated(PodTimeline.ContainerState container, PodTimeline.Run run) {
        return Json.object()
                .put("exitCode", run.exitCode())
                .put("reason", run.exitCode() == 0 ? "Completed" : "Error")
                .put("startedAt", stamp(run.start()))
                .put("finishedAt", stamp(run.end()))
                .put(
                        "containerID",
                        containerId(container.container().path("name").asString(""), container.restarts()));
    }

    private String containerId(String container, int restarts) {
        return "embedded://" + pod.uid() + "/" + container + "/" + restarts;
    }

    private String stamp(Duration time) {
        return ApiObject.timestamp(stamps.apply(time));
    }
}

package dev.turnstile.embedded.control.kubelet;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.client.Reflector;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays the kubelets of some nodes, on any Kubernetes API: registers the nodes, renews their leases, starts the pods
 * that are bound to them, and ends the pods as {@link PodTimeline} decides. Durations follow the pace, time stamps the
 * wall clock.
 */
public final class Kubelet implements AutoCloseable {
    private static final Duration LEASE_INTERVAL = Duration.ofSeconds(10);
    private static final Duration STATUS_INTERVAL = Duration.ofMinutes(5);
    private static final String NODE = "node:";

    private final HttpApi api;
    private final InstantSource clock;
    private final Supplier<Pace> pace;
    private final Map<String, NodeSpec> nodes = new TreeMap<>();
    private final Map<String, Instant> statusReported = new HashMap<>();
    private final Map<String, TrackedPod> lives = new HashMap<>();
    private final ControlLoop loop;
    private final Reflector pods;
    private int addressesGiven;

    /** A pod on one of the nodes. */
    private static final class TrackedPod {
        private ApiObject pod;
        private PacedTime time;
        private final String address;
        private @Nullable Duration askedToStop;
        private @Nullable ObjectNode reported;

        TrackedPod(ApiObject pod, PacedTime time, String address) {
            this.pod = pod;
            this.time = time;
            this.address = address;
        }
    }

    public Kubelet(Kubeconfig config, List<NodeSpec> nodes, InstantSource clock, Supplier<Pace> pace) {
        this.api = new HttpApi(config);
        this.clock = clock;
        this.pace = pace;
        nodes.forEach(node -> this.nodes.put(node.name(), node));
        this.loop = new ControlLoop("kubelet", clock, this::work);
        this.pods = new Reflector(
                api,
                "/api/v1/pods",
                Map.of("fieldSelector", "spec.nodeName!="),
                event -> loop.post(() -> podChanged(event)));
    }

    public void start() {
        startNodes();
        pods.start();
    }

    /** Keeps the nodes alive; the pods are left to another kubelet. */
    public void startNodes() {
        loop.start();
        loop.post(() -> nodes.keySet().forEach(node -> loop.enqueue(NODE + node)));
    }

    @Override
    public void close() {
        pods.close();
        loop.close();
        api.close();
    }

    /** Continues each pod at the new pace from where it is. */
    public void paceChanged() {
        loop.post(() -> lives.forEach((uid, life) -> {
            life.time = life.time.continuing(clock.instant(), pace.get());
            loop.enqueue(uid);
        }));
    }

    private void podChanged(WatchEvent event) {
        var pod = new ApiObject(event.object());
        if (!nodes.containsKey(pod.text("spec", "nodeName"))) {
            return;
        }
        if (event.type() == WatchEvent.Type.DELETED) {
            lives.remove(pod.uid());
            return;
        }
        var life = lives.computeIfAbsent(pod.uid(), _ -> newLife(pod));
        if (life.pod.version() <= pod.version()) {
            life.pod = pod;
        }
        if (pod.isBeingDeleted() && life.askedToStop == null) {
            life.askedToStop = life.time.at(clock.instant());
        }
        loop.enqueue(pod.uid());
    }

    private TrackedPod newLife(ApiObject pod) {
        var address = "10.244." + (addressesGiven / 250 % 250) + "." + (addressesGiven % 250 + 1);
        addressesGiven++;
        var start = pod.time("status", "startTime").orElseGet(clock::instant);
        return new TrackedPod(pod, PacedTime.starting(start, pace.get()), address);
    }

    private void work(String key) {
        if (key.startsWith(NODE)) {
            keepAlive(nodes.get(key.substring(NODE.length())));
            return;
        }
        var life = lives.get(key);
        if (life != null) {
            report(life);
        }
    }

    private void report(TrackedPod life) {
        if (hasEnded(life.pod)) {
            removeIfAsked(life);
            return;
        }
        var now = clock.instant();
        var stop = Optional.ofNullable(life.askedToStop).map(at -> new PodTimeline.Stop(at, gracePeriod(life.pod)));
        var state = PodTimeline.at(life.pod, stop, life.time.at(now));
        var known = life.pod.text("status", "podIP");
        var addresses = Map.of("host", "127.0.0.1", "pod", known.isEmpty() ? life.address : known);
        var status = new PodStatus(life.pod, state, life.time::when, now, addresses).status();
        if (isNews(life, status)) {
            var patch = Json.object();
            patch.putObject("metadata").put("uid", life.pod.uid());
            patch.set("status", status);
            if (!writeStatus(life, patch)) {
                return;
            }
            life.reported = status;
        }
        if (state.hasEnded()) {
            removeIfAsked(life);
        } else {
            state.changesAt().ifPresent(time -> loop.enqueueAt(life.time.when(time), life.pod.uid()));
        }
    }

    private boolean writeStatus(TrackedPod life, ObjectNode patch) {
        try {
            life.pod = new ApiObject(api.patch(path(life.pod) + "/status", PatchType.STRATEGIC, patch));
            return true;
        } catch (ApiException e) {
            if (e.code() == 404) {
                lives.remove(life.pod.uid());
                return false;
            }
            // A conflict means that another client wrote, or that another pod has the name; the watch reports the
            // latter.
            throw e;
        }
    }

    /**
     * The pod has ended: completes the deletion that waited for that. A pod without any grace period left may be there
     * only since its API server ended between marking and removing it, which kube-apiserver does one after the other.
     */
    private void removeIfAsked(TrackedPod life) {
        if (!life.pod.isBeingDeleted()) {
            return;
        }
        var options = Json.object().put("gracePeriodSeconds", 0);
        options.putObject("preconditions").put("uid", life.pod.uid());
        try {
            api.delete(path(life.pod), options);
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    /** Whether the status differs from the last reported one in more than the times of its conditions. */
    private static boolean isNews(TrackedPod life, ObjectNode status) {
        var before = life.reported;
        return before == null
                || !life.pod.text("status", "phase").equals(status.path("phase").asString(""))
                || !before.path("initContainerStatuses").equals(status.path("initContainerStatuses"))
                || !before.path("containerStatuses").equals(status.path("containerStatuses"));
    }

    private static boolean hasEnded(ApiObject pod) {
        return Set.of("Succeeded", "Failed").contains(pod.text("status", "phase"));
    }

    private static Duration gracePeriod(ApiObject pod) {
        return Duration.ofSeconds(pod.number(30, "metadata", "deletionGracePeriodSeconds"));
    }

    private static String path(ApiObject pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }

    private void keepAlive(@Nullable NodeSpec node) {
        if (node == null) {
            return;
        }
        var now = clock.instant();
        var reported = statusReported.get(node.name());
        if (reported == null) {
            createUnlessThere("/api/v1/nodes", NodeObject.node(node));
            createUnlessThere(
                    "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", NodeObject.lease(node, now));
        }
        if (reported == null || reported.plus(STATUS_INTERVAL).isBefore(now)) {
            var path = "/api/v1/nodes/" + node.name();
            var answer = api.patch(path + "/status", PatchType.STRATEGIC, NodeObject.statusPatch(node, now));
            NodeObject.readyPatch(answer).ifPresent(patch -> api.patch(path, PatchType.MERGE, patch));
            statusReported.put(node.name(), now);
        }
        api.patch(
                "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/" + node.name(),
                PatchType.MERGE,
                NodeObject.leasePatch(now));
        loop.enqueueAt(now.plus(LEASE_INTERVAL), NODE + node.name());
    }

    private void createUnlessThere(String path, ObjectNode object) {
        try {
            api.post(path, object);
        } catch (ApiException e) {
            if (e.code() != 409) {
                throw e;
            }
        }
    }
}

package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.EventRecorder;
import dev.turnstile.embedded.control.loop.Notice;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.control.loop.Resources;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Binds pods to nodes: {@link SchedulingQueue} decides which pod is tried next, {@link Placement} on which node; Events
 * report the result.
 */
public final class PodScheduler implements AutoCloseable {
    public static final String NAME = "default-scheduler";

    private static final String CYCLE = "cycle";

    private final ClusterClient client;
    private final InstantSource clock;
    private final SchedulerMetrics metrics = new SchedulerMetrics();
    private final PluginRunner plugins;
    private final SchedulingQueue queue;
    private final NodeTable nodes = new NodeTable();
    private final Map<String, String> uids = new HashMap<>();
    private final EventRecorder events;
    private final ControlLoop loop;
    private final Watches watches;

    /**
     * @param more plug-ins beside the built-in ones
     * @param switches which plug-ins run where
     */
    public PodScheduler(
            ClusterClient cluster,
            InstantSource clock,
            Supplier<Pace> pace,
            List<SchedulerPlugin> more,
            PluginSwitches switches) {
        this.client = cluster.as("system:kube-scheduler", "kube-scheduler");
        this.clock = clock;
        this.plugins = new PluginRunner(more, switches, metrics);
        this.queue = new SchedulingQueue(plugins::preEnqueue, plugins::wakingEvents, pace);
        this.events = new EventRecorder(client, clock, NAME);
        this.loop = new ControlLoop("pod-scheduler", clock, _ -> cycle());
        this.watches = new Watches(client, loop);
    }

    public void start() {
        loop.start();
        watches.on(Resources.NODES, Selectors.EVERYTHING, this::nodeChanged);
        watches.on(Resources.PODS, Selectors.EVERYTHING, this::podChanged);
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    public SchedulerMetrics metrics() {
        return metrics;
    }

    /** Runs the PreEnqueue plug-ins again for the pod, because one of them would now decide differently. */
    public void reconsider(String namespace, String name) {
        loop.post(() -> {
            var uid = uids.get(namespace + "/" + name);
            if (uid != null) {
                queue.reconsider(uid, clock.instant());
                settle();
            }
        });
    }

    /** Processes the queue again, since back-offs depend on the pace. */
    public void paceChanged() {
        loop.post(this::settle);
    }

    private void nodeChanged(WatchEvent event) {
        var node = new ApiObject(event.object());
        switch (event.type()) {
            case ADDED, MODIFIED -> nodes.put(node).ifPresent(happened -> queue.on(happened, clock.instant()));
            case DELETED -> nodes.remove(node.name());
            case BOOKMARK, ERROR -> {}
        }
        settle();
    }

    private void podChanged(WatchEvent event) {
        var pod = PodView.of(new ApiObject(event.object()));
        switch (event.type()) {
            case ADDED, MODIFIED -> {
                if (pod.hasEnded()) {
                    forget(pod);
                } else if (pod.isAssigned()) {
                    onNode(pod);
                } else {
                    waiting(pod);
                }
            }
            case DELETED -> forget(pod);
            case BOOKMARK, ERROR -> {}
        }
        settle();
    }

    private void waiting(PodView pod) {
        if (!pod.schedulerName().equals(NAME) || nodes.holds(pod.uid())) {
            return;
        }
        if (pod.isBeingDeleted()) {
            queue.remove(pod.uid());
            return;
        }
        uids.put(pod.key(), pod.uid());
        queue.add(pod, clock.instant());
    }

    private void onNode(PodView pod) {
        queue.remove(pod.uid());
        uids.remove(pod.key(), pod.uid());
        if (nodes.occupy(pod, pod.nodeName())) {
            queue.on(ClusterEvent.ASSIGNED_POD_ADDED, clock.instant());
        }
    }

    private void forget(PodView pod) {
        queue.remove(pod.uid());
        uids.remove(pod.key(), pod.uid());
        if (nodes.vacate(pod.uid())) {
            queue.on(ClusterEvent.ASSIGNED_POD_GONE, clock.instant());
        }
    }

    private void settle() {
        for (var gated : queue.takeFailures()) {
            events.record(
                    about(gated.pod()),
                    Notice.warning(
                            "FailedScheduling",
                            "running PreEnqueue plugin \"" + gated.gatedBy().plugin() + "\": "
                                    + gated.gatedBy().reason()));
        }
        metrics.pending(queue.pending());
        if (queue.hasActive()) {
            loop.enqueue(CYCLE);
        }
        queue.nextDue().ifPresent(time -> loop.enqueueAt(time, CYCLE));
    }

    private void cycle() {
        var now = clock.instant();
        queue.flushUnschedulable(now);
        queue.next(now).ifPresent(this::schedule);
        settle();
    }

    private void schedule(PodView pod) {
        try {
            switch (Placement.decide(pod, nodes.nodes(), plugins::filter)) {
                case Placement.OnNode(var node) -> bind(pod, node);
                case Placement.Nowhere nowhere -> reject(pod, nowhere);
            }
        } catch (ApiException e) {
            if (e.code() == 404) {
                queue.remove(pod.uid());
                return;
            }
            queue.requeue(pod.uid(), clock.instant());
            throw e;
        }
    }

    private void bind(PodView pod, String node) {
        var binding = Json.object();
        binding.put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("name", pod.name())
                .put("namespace", pod.namespace())
                .put("uid", pod.uid());
        binding.putObject("target").put("kind", "Node").put("name", node);
        client.post(Resources.PODS, pod.namespace(), pod.name(), "binding", binding);
        queue.remove(pod.uid());
        uids.remove(pod.key(), pod.uid());
        nodes.occupy(pod, node);
        events.record(about(pod), Notice.normal("Scheduled", "Successfully assigned " + pod.key() + " to " + node));
    }

    private void reject(PodView pod, Placement.Nowhere nowhere) {
        queue.reject(pod.uid(), nowhere.rejectedBy(), clock.instant());
        if (!nowhere.message().equals(pod.complaint())) {
            complain(pod, nowhere.message());
        }
        events.record(about(pod), Notice.warning("FailedScheduling", nowhere.message()));
    }

    private void complain(PodView pod, String message) {
        var patch = Json.object();
        patch.putObject("metadata").put("uid", pod.uid());
        patch.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "PodScheduled")
                .put("status", "False")
                .put("reason", "Unschedulable")
                .put("message", message)
                .put("lastTransitionTime", ApiObject.timestamp(clock.instant()));
        client.patch(Resources.PODS, pod.namespace(), pod.name(), PatchType.STRATEGIC, patch, "status");
    }

    private static ApiObject about(PodView pod) {
        var object = Json.object();
        object.put("apiVersion", "v1").put("kind", "Pod");
        object.putObject("metadata")
                .put("name", pod.name())
                .put("namespace", pod.namespace())
                .put("uid", pod.uid())
                .put("resourceVersion", Long.toString(pod.version()));
        return new ApiObject(object);
    }
}

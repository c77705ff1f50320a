package dev.turnstile.service.transcript;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The kubelets of one cluster, played by hand: starts at once what has a node, ends at once what is deleted, unless the
 * step says otherwise; nothing ends by itself.
 */
final class HandKubelet implements AutoCloseable {
    private static final Logger LOG = System.getLogger(HandKubelet.class.getName());
    private static final Duration UNANSWERED = Duration.ofMillis(500);

    private final HttpApi api;
    private final Variation variation;
    private final LinkedBlockingQueue<ObjectNode> news = new LinkedBlockingQueue<>();
    private final Map<String, ApiObject> pods = new TreeMap<>();
    private final Map<String, List<String>> born = new TreeMap<>();
    /** When what takes its time began, and what of it was done: that is not to be done again when it is seen late. */
    private final Map<String, Long> begun = new TreeMap<>();

    private final Set<String> done = new HashSet<>();

    private final Thread thread = Thread.ofVirtual().name("kubelet").unstarted(this::run);
    private volatile Exceptions doesNotStart = Exceptions.NONE;
    private volatile Exceptions doesNotEnd = Exceptions.NONE;

    /** Pods that are left alone: {@code all}, {@code all but NAME, NAME}, or names. */
    private record Exceptions(boolean all, List<String> names) {
        static final Exceptions NONE = new Exceptions(false, List.of());

        static Exceptions of(String text) {
            boolean all = text.equals("all") || text.startsWith("all but ");
            String list = text.replaceFirst("^all( but )?", "");
            return new Exceptions(
                    all, list.isEmpty() ? List.of() : List.of(list.strip().split(",\\s*")));
        }

        boolean covers(String name) {
            return all != names.contains(name);
        }
    }

    HandKubelet(HttpApi api, Variation variation) {
        this.api = api;
        this.variation = variation;
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /** Takes note of a pod's new state. */
    void podChanged(ObjectNode pod) {
        news.add(pod);
    }

    /** From now on. */
    void instructions(JsonNode kubelet) {
        doesNotStart = Exceptions.of(Json.text(kubelet, "doesNotStart"));
        doesNotEnd = Exceptions.of(Json.text(kubelet, "doesNotEnd"));
        lookAgainAtAll();
    }

    private void lookAgainAtAll() {
        news.add(Json.object());
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ObjectNode next = news.take();
                if (next.isEmpty()) {
                    List.copyOf(pods.values()).forEach(this::look);
                } else {
                    ApiObject pod = new ApiObject(next);
                    pods.put(pod.uid(), pod);
                    look(pod);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(ApiObject pod) {
        boolean ended = pod.text("status", "phase").equals("Succeeded")
                || pod.text("status", "phase").equals("Failed");
        if (pod.text("spec", "nodeName").isEmpty()) {
            return;
        }
        try {
            if (pod.isBeingDeleted() && !doesNotEnd.covers(recordedName(pod))) {
                if (!isDue(pod)) {
                    return;
                }
                if (!ended) {
                    report(pod.tree(), "Failed");
                }
                if (pod.number(1, "metadata", "deletionGracePeriodSeconds") > 0) {
                    api.delete(path(pod.tree()), Json.object().put("gracePeriodSeconds", 0));
                }
                done.add(task(pod));
            } else if (!pod.isBeingDeleted()
                    && pod.text("status", "phase").equals("Pending")
                    && !doesNotStart.covers(recordedName(pod))
                    && isDue(pod)) {
                report(pod.tree(), "Running");
                done.add(task(pod));
            }
        } catch (ApiException e) {
            // Gone already, or changed: that is told.
            LOG.log(Level.DEBUG, () -> "the kubelet could not care for " + pod.key() + ": " + e.getMessage());
        } catch (UncheckedIOException e) {
            LOG.log(Level.DEBUG, () -> "the kubelet got no answer about " + pod.key() + ": " + e.getMessage());
            CompletableFuture.delayedExecutor(UNANSWERED.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(this::lookAgainAtAll);
        }
    }

    /** Whether it has taken its time; if not, the pod's turn comes then. */
    private boolean isDue(ApiObject pod) {
        Duration takes = variation.kubeletTakes(pod.uid());
        if (takes.isZero()) {
            return true;
        }
        if (done.contains(task(pod))) {
            return false;
        }
        long due = begun.computeIfAbsent(task(pod), _ -> System.nanoTime()) + takes.toNanos();
        long left = due - System.nanoTime();
        if (left > 0) {
            CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS).execute(this::lookAgainAtAll);
        }
        return left <= 0;
    }

    private static String task(ApiObject pod) {
        return pod.uid() + pod.isBeingDeleted();
    }

    /** Generated names are numbered in the order in which their pods appear. */
    private String recordedName(ApiObject pod) {
        String stem = variation.recorded(pod.text("metadata", "generateName"));
        if (stem.isEmpty()) {
            return variation.recorded(pod.name());
        }
        List<String> others = born.computeIfAbsent(stem, _ -> new ArrayList<>());
        if (!others.contains(pod.name())) {
            others.add(pod.name());
        }
        return stem + "rand" + (others.indexOf(pod.name()) + 1);
    }

    /** Reports that a pod has come into a phase. */
    void report(JsonNode pod, String phase) {
        boolean running = phase.equals("Running");
        String now = ApiObject.timestamp(Instant.now());
        ObjectNode patch = Json.object();
        patch.putObject("metadata").set("uid", pod.path("metadata").path("uid"));
        ObjectNode status = patch.putObject("status").put("phase", phase);
        if (running) {
            status.put("startTime", now);
        }
        for (String type : List.of("Initialized", "Ready", "ContainersReady")) {
            ObjectNode condition = status.withArray("conditions").addObject();
            boolean holds = running || type.equals("Initialized");
            condition.put("type", type).put("status", holds ? "True" : "False").put("lastTransitionTime", now);
            if (!holds) {
                condition.put("reason", phase.equals("Succeeded") ? "PodCompleted" : "PodFailed");
            }
        }
        api.patch(path(pod) + "/status", PatchType.STRATEGIC, patch);
    }

    private static String path(JsonNode pod) {
        return Kinds.path("Pod", Json.text(pod, "metadata", "namespace")) + "/" + Json.text(pod, "metadata", "name");
    }
}

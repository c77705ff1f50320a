package dev.turnstile.worker.metrics;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.vocabulary.PodPhase;
import dev.turnstile.vocabulary.PodSchedulingGate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What happens to the pods of queues: how fast they may be scheduled, and which of them will not end. */
final class PodMetrics {
    private final Durations gateRemoval = new Durations(
            Family.of(
                    "kueue_pod_scheduling_gate_removal_seconds",
                    "From the admission of a pod's Workload until our scheduling gate was gone",
                    "name",
                    "cluster_queue",
                    "is_group"),
            Durations.WAITS);
    private final Store<ObjectNode> pods;
    private final Store<Workload> workloads;
    private final InstantSource clock;

    PodMetrics(Store<ObjectNode> pods, Store<Workload> workloads, BooleanSupplier leading, InstantSource clock) {
        this.pods = pods;
        this.workloads = workloads;
        this.clock = clock;
        pods.listen((key, before, after) -> {
            if (before != null && after != null && gated(before) && !gated(after) && leading.getAsBoolean()) {
                opened(key, after);
            }
        });
    }

    private static boolean gated(ObjectNode pod) {
        return pod.path("spec")
                .path("schedulingGates")
                .valueStream()
                .anyMatch(gate -> gate.path("name").asString("").equals(PodSchedulingGate.ADMISSION.text()));
    }

    private void opened(ObjectKey key, ObjectNode pod) {
        JsonNode metadata = pod.path("metadata");
        String workload =
                metadata.path("annotations").path(Annotation.WORKLOAD.text()).asString("");
        Instant now = clock.instant();
        Duration took = admitted(new ObjectKey(key.namespace(), workload))
                .map(since -> Duration.between(since, now))
                .orElse(Duration.ZERO);
        boolean group = metadata.path("labels").has(Label.POD_GROUP_NAME.text());
        gateRemoval.add(took, PodSchedulingGate.ADMISSION.text(), clusterQueue(pod), Boolean.toString(group));
    }

    private Optional<Instant> admitted(ObjectKey key) {
        Workload workload = workloads.get(key);
        return workload == null ? Optional.empty() : workload.status().admittedSince();
    }

    private static String clusterQueue(ObjectNode pod) {
        return pod.path("metadata")
                .path("labels")
                .path(Label.CLUSTER_QUEUE_NAME.text())
                .asString("");
    }

    Growing gateRemoval() {
        return gateRemoval;
    }

    /** Counts the pods that should have ended by now: their quota may be free while their node is not. */
    void addOverdue(Levels overdue) {
        Instant now = clock.instant();
        for (ObjectNode pod : pods.all()) {
            String end = pod.path("metadata").path("deletionTimestamp").asString("");
            String phase = pod.path("status").path("phase").asString("");
            boolean over = phase.equals(PodPhase.SUCCEEDED.text()) || phase.equals(PodPhase.FAILED.text());
            if (!over && !end.isEmpty() && now.isAfter(Instant.parse(end))) {
                overdue.add(1, clusterQueue(pod));
            }
        }
    }
}

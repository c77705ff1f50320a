package dev.turnstile.worker.pod;

import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.Finalizer;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes pods, many side by side, and records events on them. */
final class PodWriter {
    static final ApiResource POD = new ApiResource("v1", "Pod", "pods", true);
    static final String COMPONENT = Component.jobController(Pods.FRAMEWORK);

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Store<ObjectNode> pods;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final Threads threads;

    PodWriter(Store<ObjectNode> pods, WriteAccess access, Threads threads) {
        this.pods = pods;
        this.writer = access.objects();
        this.events = access.events();
        this.threads = threads;
    }

    void refuse(PodView pod, String message) {
        events.warning(pod.metadata().target(POD), COMPONENT, EventReason.WORKLOAD_COMPOSE_ERROR.text(), message);
    }

    /** The fields that let a pod run. */
    interface Starting {
        ObjectNode patch(PodView pod, ObjectNode fresh);
    }

    void start(List<PodView> waiting, Starting starting, String clusterQueue) throws InterruptedException {
        SideBySide.each(threads, waiting, pod -> {
            boolean changed = writer.update(
                            pods,
                            pod.metadata().key(),
                            Part.MAIN,
                            fresh -> PodView.carriesOurGate(fresh) ? starting.patch(pod, fresh) : null)
                    .changed();
            if (changed) {
                events.normal(
                        pod.metadata().target(POD),
                        COMPONENT,
                        EventReason.STARTED.text(),
                        "Admitted by clusterQueue " + clusterQueue);
            }
        });
    }

    /** Says on each pod why it has to end, then deletes it with the grace that it asks for. */
    void stop(List<PodView> running, String reason, String message, Instant now) throws InterruptedException {
        SideBySide.each(threads, running, pod -> {
            boolean changed = writer.update(
                            pods, pod.metadata().key(), Part.STATUS, fresh -> stopping(fresh, reason, message, now))
                    .changed();
            var _ = writer.delete(pods, pod.metadata().key(), pod.metadata().uid());
            if (changed) {
                events.normal(pod.metadata().target(POD), COMPONENT, EventReason.STOPPED.text(), message);
            }
        });
    }

    private static @Nullable ObjectNode stopping(ObjectNode pod, String reason, String message, Instant now) {
        PodView view = PodView.of(pod);
        if (view.stopped() || view.deleting()) {
            return null;
        }
        ObjectNode patch = NODES.objectNode();
        ArrayNode conditions = patch.putObject("status").putArray("conditions");
        for (JsonNode condition : pod.path("status").path("conditions")) {
            if (!condition.path("type").asString("").equals(ConditionType.TERMINATION_TARGET.text())) {
                conditions.add(condition);
            }
        }
        conditions
                .addObject()
                .put("type", ConditionType.TERMINATION_TARGET.text())
                .put("status", "True")
                .put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("reason", reason)
                .put("message", message);
        return patch;
    }

    void removeFinalizers(List<PodView> held) throws InterruptedException {
        SideBySide.each(threads, held, this::removeFinalizer);
    }

    private boolean removeFinalizer(PodView pod) throws InterruptedException {
        return writer.update(pods, pod.metadata().key(), Part.MAIN, fresh -> {
                    if (!PodView.of(fresh).held()) {
                        return null;
                    }
                    ObjectNode patch = NODES.objectNode();
                    ArrayNode others = patch.putObject("metadata").putArray("finalizers");
                    fresh.path("metadata").path("finalizers").forEach(finalizer -> {
                        if (!finalizer.asString("").equals(Finalizer.MANAGED.text())) {
                            others.add(finalizer);
                        }
                    });
                    return patch;
                })
                .changed();
    }

    void deleteExcess(List<PodView> excess) throws InterruptedException {
        for (PodView pod : excess) {
            boolean changed = removeFinalizer(pod);
            var _ = writer.delete(pods, pod.metadata().key(), pod.metadata().uid());
            if (changed) {
                events.normal(
                        pod.metadata().target(POD),
                        COMPONENT,
                        EventReason.EXCESS_POD_DELETED.text(),
                        "Excess pod deleted");
            }
        }
    }
}

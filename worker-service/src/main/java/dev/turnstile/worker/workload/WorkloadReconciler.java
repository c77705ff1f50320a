package dev.turnstile.worker.workload;

import dev.turnstile.model.event.EventComponents;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Has the steps of {@link WorkloadStep} written. */
public final class WorkloadReconciler implements Reconciler<ObjectKey> {
    private static final String COMPONENT = EventComponents.WORKLOAD_CONTROLLER;

    private final Store<Workload> workloads;
    private final Function<Workload, Surroundings> surroundings;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;

    /** A reconciler; {@code surroundings} looks up what a decision needs besides the Workload. */
    public WorkloadReconciler(
            Store<Workload> workloads,
            Function<Workload, Surroundings> surroundings,
            ObjectWriter writer,
            EventRecorder events,
            InstantSource clock) {
        this.workloads = workloads;
        this.surroundings = surroundings;
        this.writer = writer;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        Workload workload = workloads.get(key);
        if (workload == null) {
            return Outcome.done();
        }
        switch (step(workload, clock.instant())) {
            case WorkloadStep.Rest(@Nullable Duration again) -> {
                return again == null ? Outcome.done() : Outcome.after(again);
            }
            case WorkloadStep.LetGo() -> Finalizing.letGo(writer, workloads, key);
            case WorkloadStep.Deactivate() -> deactivate(key);
            case WorkloadStep.Status _ -> status(key);
        }
        return Outcome.done();
    }

    private WorkloadStep step(Workload workload, Instant now) {
        return WorkloadStep.of(workload, surroundings.apply(workload), now);
    }

    private void deactivate(ObjectKey key) throws InterruptedException {
        writer.update(workloads, key, Part.MAIN, fresh -> {
            if (!(step(fresh, clock.instant()) instanceof WorkloadStep.Deactivate)) {
                return null;
            }
            ObjectNode patch = JsonNodeFactory.instance.objectNode();
            patch.putObject("spec").put("active", false);
            return patch;
        });
    }

    private void status(ObjectKey key) throws InterruptedException {
        List<WorkloadStep.Word> words = new ArrayList<>();
        WriteResult<Workload> result = writer.update(workloads, key, Part.STATUS, fresh -> {
            words.clear();
            if (!(step(fresh, clock.instant())
                    instanceof WorkloadStep.Status(WorkloadStatus wanted, List<WorkloadStep.Word> said))) {
                return null;
            }
            words.addAll(said);
            return Difference.ofStatus(KubernetesJson.tree(fresh.status()), KubernetesJson.tree(wanted));
        });
        if (result instanceof WriteResult.Changed<Workload>(Workload workload)) {
            for (WorkloadStep.Word word : words) {
                if (word.warning()) {
                    events.warning(WorkloadFacts.target(workload), COMPONENT, word.reason(), word.message());
                } else {
                    events.normal(WorkloadFacts.target(workload), COMPONENT, word.reason(), word.message());
                }
            }
        }
    }
}

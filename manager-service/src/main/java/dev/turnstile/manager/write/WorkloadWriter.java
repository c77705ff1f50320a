package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.inbound.LocalWorkloads;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the local Workload, one patch at a time, guarded by the version that was decided from: one that has changed
 * since is left alone, and decided on once more. Publishes the events of what it wrote.
 */
public final class WorkloadWriter {
    private final Store<Workload> workloads;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;
    private final GroupListener listener;

    /** A writer; {@code workloads} are those of our own cluster. */
    public WorkloadWriter(
            Store<Workload> workloads,
            ObjectWriter writer,
            EventRecorder events,
            InstantSource clock,
            GroupListener listener) {
        this.workloads = workloads;
        this.writer = writer;
        this.events = events;
        this.clock = clock;
        this.listener = listener;
    }

    void apply(GroupView view, PlacementEffect.Local effect) throws InterruptedException {
        Instant now = clock.instant();
        switch (effect) {
            case PlacementEffect.DeclareWinner won -> {
                boolean changed = update(
                        view,
                        fresh -> LocalPatches.won(
                                fresh,
                                view.check(),
                                view.owner().isHeldByCheck() ? CheckState.PENDING : CheckState.READY,
                                won.cluster(),
                                won.message(),
                                now));
                if (changed && view.local() != null) {
                    publish(view.local(), won.message());
                    listener.won(won.cluster(), view.local());
                }
            }
            case PlacementEffect.SetCheck set -> {
                boolean changed =
                        update(view, fresh -> LocalPatches.check(fresh, view.check(), set.state(), set.message(), now));
                if (changed && view.local() != null && set.message() instanceof CheckMessage.EvictedThere) {
                    publish(view.local(), set.message());
                }
            }
            case PlacementEffect.FinishLocal finish -> {
                if (update(view, fresh -> LocalPatches.finished(fresh, finish.finish(), now))) {
                    publishFinished(view);
                }
            }
            case PlacementEffect.ClearPlacement clear -> update(view, LocalPatches::cleared);
        }
    }

    void nominate(GroupView view, List<String> clusters) throws InterruptedException {
        update(view, fresh -> LocalPatches.nominated(fresh, clusters));
    }

    /** Its pods are as ready as those of its replica. */
    void copyPodsReady(GroupView view, Workload replica) throws InterruptedException {
        update(view, fresh -> LocalPatches.podsReady(fresh, replica));
    }

    /** Whether the annotation now holds that text, or is gone where it is null. */
    boolean remember(ObjectKey key, String version, @Nullable String text) throws InterruptedException {
        return writer.update(
                        workloads,
                        key,
                        Part.MAIN,
                        fresh -> LocalWorkloads.version(fresh).equals(version) ? LocalPatches.remembered(text) : null)
                .changed();
    }

    /** Says of the job what the worker-service here says where it is the first to find the job at its end. */
    private void publishFinished(GroupView view) {
        List<V1OwnerReference> owners = view.local() == null
                ? List.of()
                : Absent.list(view.local().metadata().getOwnerReferences());
        if (!owners.isEmpty()) {
            V1OwnerReference owner = owners.getFirst();
            events.normal(
                    new EventTarget(
                            owner.getApiVersion(),
                            owner.getKind(),
                            view.key().namespace(),
                            owner.getName(),
                            owner.getUid()),
                    Component.jobController(owner.getKind().equals("Pod") ? "pod" : "batch/job"),
                    EventReason.FINISHED_WORKLOAD.text(),
                    "Workload '" + view.key() + "' is declared finished");
        }
    }

    private void publish(Workload local, CheckMessage message) {
        events.normal(
                target(local),
                Component.WORKLOAD_CONTROLLER.text(),
                EventReason.MULTIKUEUE.text(),
                message.message().text());
    }

    /** The object of events about a Workload. */
    static EventTarget target(Workload workload) {
        return new EventTarget(
                workload.apiVersion(),
                workload.kind(),
                String.valueOf(workload.metadata().getNamespace()),
                String.valueOf(workload.metadata().getName()),
                String.valueOf(workload.metadata().getUid()));
    }

    /** Whether it was written. */
    private boolean update(GroupView view, Function<Workload, @Nullable ObjectNode> patch) throws InterruptedException {
        String version = view.group().local().version();
        return writer.update(
                        workloads,
                        view.key(),
                        Part.STATUS,
                        fresh -> LocalWorkloads.version(fresh).equals(version) ? patch.apply(fresh) : null)
                .changed();
    }
}

package dev.turnstile.worker.workload;

import dev.turnstile.core.lifecycle.Agenda;
import dev.turnstile.core.lifecycle.Circumstances;
import dev.turnstile.core.lifecycle.Effect;
import dev.turnstile.core.lifecycle.Next;
import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.WaitingReason;
import dev.turnstile.worker.inbound.Lifecycles;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.outbound.Transitions;
import dev.turnstile.worker.write.Finalizing;
import dev.turnstile.worker.write.WriteAccess;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Asks the core's {@link Agenda} what is due, and has what follows from it written. */
public final class WorkloadReconciler implements Reconciler<ObjectKey> {
    private static final Logger LOG = LoggerFactory.getLogger(WorkloadReconciler.class);
    private static final Map<String, ApiResource> OWNERS = Map.of("Job", ApiResource.JOB, "Pod", ApiResource.POD);
    private static final Duration UNSEEN_OWNER = Duration.ofSeconds(1);
    private static final String COMPONENT = Component.WORKLOAD_CONTROLLER.text();

    private final Store<Workload> workloads;
    private final Function<Workload, Circumstances> circumstances;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;

    /** A reconciler; {@code circumstances} looks up what a decision needs besides the Workload. */
    public WorkloadReconciler(
            Store<Workload> workloads, Function<Workload, Circumstances> circumstances, WriteAccess access) {
        this.workloads = workloads;
        this.circumstances = circumstances;
        this.writer = access.objects();
        this.events = access.events();
        this.clock = access.clock();
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        Workload workload = workloads.get(key);
        if (workload == null) {
            return Outcome.done();
        }
        if (unheld(workload)) {
            Finalizing.remove(writer, workloads, key);
            return Outcome.done();
        }
        Instant now = clock.instant();
        switch (next(workload, now)) {
            case Next.Rest(Optional<Instant> until) -> {
                return until.map(time ->
                                Outcome.after(Duration.between(now, time).plusMillis(1)))
                        .orElseGet(Outcome::done);
            }
            case Next.Due(WorkloadEvent.OwnerDeleted _)
            when ownerThere(workload) -> {
                return Outcome.after(UNSEEN_OWNER);
            }
            case Next.Due _ -> {
                if (status(key)) {
                    // Behind a Workload that was evicted by this write there may be nothing that runs.
                    status(key);
                }
            }
            case Next.Deactivate() -> deactivate(key);
            case Next.Expired() -> delete(workload);
        }
        return Outcome.done();
    }

    /**
     * Whether the API has an owner that we have not read: what is finished stays so, and Workloads may be of another
     * state of the API than jobs, where it was restored from a backup while both were listed for the first time.
     */
    private boolean ownerThere(Workload workload) throws InterruptedException {
        String namespace = WorkloadFacts.key(workload).namespace();
        for (V1OwnerReference owner : WorkloadFacts.owners(workload)) {
            ApiResource kind = OWNERS.get(owner.getKind());
            if (kind != null && writer.exists(kind, new ObjectKey(namespace, owner.getName()), owner.getUid())) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing keeps it any more but our finalizer. */
    private static boolean unheld(Workload workload) {
        return WorkloadFacts.held(workload)
                && (WorkloadFacts.finished(workload)
                        || (WorkloadFacts.deleting(workload)
                                && WorkloadFacts.owners(workload).isEmpty()));
    }

    private Next next(Workload workload, Instant now) {
        Circumstances around = circumstances.apply(workload);
        boolean over = WorkloadFacts.deleting(workload) && !around.ownerGone();
        return over ? new Next.Rest(Optional.empty()) : Agenda.next(Lifecycles.state(workload), around, now);
    }

    private void deactivate(ObjectKey key) throws InterruptedException {
        writer.update(workloads, key, Part.MAIN, fresh -> {
            if (!(next(fresh, clock.instant()) instanceof Next.Deactivate)) {
                return null;
            }
            ObjectNode patch = JsonNodeFactory.instance.objectNode();
            patch.putObject("spec").put("active", false);
            return patch;
        });
    }

    private void delete(Workload workload) throws InterruptedException {
        ObjectKey key = WorkloadFacts.key(workload);
        if (WorkloadFacts.deleting(workload)) {
            return;
        }
        if (writer.delete(workloads, key, String.valueOf(workload.metadata().getUid()))) {
            events.normal(
                    WorkloadFacts.target(workload),
                    COMPONENT,
                    EventReason.DELETED.text(),
                    "Deleted finished workload due to elapsed retention");
        }
    }

    /** Whether what was written leaves an evicted Workload that holds quota. */
    private boolean status(ObjectKey key) throws InterruptedException {
        List<Effect> effects = new ArrayList<>();
        WorkloadEvent[] event = new WorkloadEvent[1];
        WriteResult<Workload> result = writer.update(workloads, key, Part.STATUS, fresh -> {
            effects.clear();
            Instant now = clock.instant();
            if (!(next(fresh, now) instanceof Next.Due(WorkloadEvent due))) {
                return null;
            }
            event[0] = due;
            Transitions.After after = Transitions.after(fresh, due, now);
            effects.addAll(after.effects());
            return Difference.ofStatus(KubernetesJson.tree(fresh.status()), KubernetesJson.tree(after.status()));
        });
        if (result instanceof WriteResult.Changed<Workload>(Workload workload)) {
            LOG.atInfo().addKeyValue("workload", key).log("{}", event[0]);
            tellMistake(workload, event[0]);
            follow(workload, effects);
            return WorkloadFacts.evicted(workload) && WorkloadFacts.reserved(workload);
        }
        return false;
    }

    /** Who names a queue that is not there has made a mistake; who waits for one that is stopped has not. */
    private void tellMistake(Workload workload, WorkloadEvent event) {
        if (event instanceof WorkloadEvent.FoundWaiting(Wait why) && why.reason() == WaitingReason.MISCONFIGURED) {
            events.warning(
                    WorkloadFacts.target(workload),
                    Component.ADMISSION.text(),
                    why.reason().text(),
                    why.message().text());
        }
    }

    private void follow(Workload workload, List<Effect> effects) throws InterruptedException {
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.Announce(boolean warning, String reason, Message message) -> {
                    if (warning) {
                        events.warning(WorkloadFacts.target(workload), COMPONENT, reason, message.text());
                    } else {
                        events.normal(WorkloadFacts.target(workload), COMPONENT, reason, message.text());
                    }
                }
                case Effect.SetActive _ -> deactivate(WorkloadFacts.key(workload));
                // What is written brings on these: the job's and the scheduler's turn, and ours for the finalizer.
                case Effect.PatchStatus _,
                        Effect.StartJob _,
                        Effect.StopJob _,
                        Effect.WakeUp _,
                        Effect.RemoveFinalizer _ -> {}
            }
        }
    }
}

package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.Nomination;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.placement.Placement;
import dev.turnstile.core.placement.PlacementDecision;
import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.orchestration.Orchestrator;
import dev.turnstile.manager.translate.LocalPatches;
import dev.turnstile.manager.translate.LocalWorkloads;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings a group forward by one step: what is to be written in our own cluster is, one patch at a time, and the lanes
 * of the clusters that have something to do are told. Every write brings the next call.
 */
public final class GroupReconciler implements Reconciler<ObjectKey> {
    private static final String COMPONENT = Component.WORKLOAD_CONTROLLER.text();

    private final GroupReader reader;
    private final GroupMemories memories;
    private final Store<Workload> workloads;
    private final Copying copying;
    private final RemoteClusters remotes;
    private final Lanes lanes;
    private final Orchestrator orchestrator;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final Supplier<GroupSettings> settings;
    private final InstantSource clock;
    private final GroupListener listener;

    /** Is notified of what becomes of groups; takes no part in deciding. */
    public interface GroupListener {
        /** It was placed there. */
        void won(String cluster, Workload local);

        /** Nothing is left of it anywhere. */
        void gone(ObjectKey group);
    }

    /** A reconciler. */
    public GroupReconciler(
            GroupReader reader,
            GroupMemories memories,
            Store<Workload> workloads,
            Copying copying,
            RemoteClusters remotes,
            Lanes lanes,
            Orchestrator orchestrator,
            ObjectWriter writer,
            EventRecorder events,
            Supplier<GroupSettings> settings,
            InstantSource clock,
            GroupListener listener) {
        this.reader = reader;
        this.memories = memories;
        this.workloads = workloads;
        this.copying = copying;
        this.remotes = remotes;
        this.lanes = lanes;
        this.orchestrator = orchestrator;
        this.writer = writer;
        this.events = events;
        this.settings = settings;
        this.clock = clock;
        this.listener = listener;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        Instant began = clock.instant();
        GroupView view = reader.read(key, memories.of(key).orElseGet(() -> GroupMemory.begins(began)), began);
        if (view == null) {
            memories.forget(key);
            listener.gone(key);
            return Outcome.done();
        }
        GroupSettings now = settings.get();
        GroupMemory memory = memories.begun(key);
        memories.seen(key, view.seen());
        if (turnedAway(view)) {
            return Outcome.done();
        }
        PlacementDecision placement = Placement.decide(view.group(), now.placement(), clock.instant());
        memories.placed(key, placement.words());
        if (!applied(view, memory, placement)) {
            return Outcome.done();
        }
        Workload local = view.local();
        Nomination nomination = now.dispatcher().nominate(view.group(), clock.instant());
        if (local != null && nomination instanceof Nomination.Nominate nominate) {
            update(view, fresh -> LocalPatches.nominated(fresh, nominate.clusters()));
            return lookAgain(nomination.lookAgainAt());
        }
        Optional<Instant> gates =
                local == null ? Optional.empty() : orchestrator.orchestrate(view, local, now.ungating());
        tellLanes(view, placement);
        return lookAgain(Stream.of(placement.lookAgainAt(), nomination.lookAgainAt(), gates)
                .flatMap(Optional::stream)
                .min(Instant::compareTo));
    }

    private Outcome lookAgain(Optional<Instant> at) {
        return at.map(time -> {
                    Duration wait = Duration.between(clock.instant(), time);
                    return Outcome.after(wait.isNegative() ? Duration.ofMillis(1) : wait.plusMillis(1));
                })
                .orElseGet(Outcome::done);
    }

    private void tellLanes(GroupView view, PlacementDecision placement) {
        Set<String> clusters = new LinkedHashSet<>();
        for (PlacementEffect effect : placement.effects()) {
            if (effect instanceof PlacementEffect.InCluster here) {
                clusters.add(here.cluster());
            }
        }
        clusters.forEach(cluster -> lanes.add(cluster, view.key()));
    }

    /** Says of what can not run elsewhere that it is turned away, and why; whether it is. */
    private boolean turnedAway(GroupView view) throws InterruptedException {
        boolean waits = view.local() != null
                && view.group().local().life() instanceof Life.Present
                && view.group().local().check() == CheckState.PENDING;
        Optional<String> refusal = waits ? copying.refusal(view) : Optional.empty();
        if (refusal.isPresent()) {
            update(
                    view,
                    fresh -> LocalPatches.check(
                            fresh,
                            view.check(),
                            CheckState.REJECTED,
                            new CheckMessage.Other(Message.of(refusal.get())),
                            clock.instant()));
        }
        return refusal.isPresent();
    }

    /** Writes what is to be written in our own cluster; whether there was nothing, so that the rest may go on. */
    private boolean applied(GroupView view, GroupMemory memory, PlacementDecision placement)
            throws InterruptedException {
        if (view.local() == null) {
            return true;
        }
        for (PlacementEffect effect : placement.effects()) {
            if (effect instanceof PlacementEffect.Local local) {
                apply(view, local);
                return false;
            }
            if (effect instanceof PlacementEffect.OnJob job && !applied(view, memory, job)) {
                // The Workload is not finished before its job shows that it is.
                break;
            }
        }
        return switch (placement) {
            case PlacementDecision.Withdrawn withdrawn -> stopped(view);
            case PlacementDecision.Contested contested -> stopped(view);
            case PlacementDecision.StartOver again -> true;
            case PlacementDecision.Won won -> true;
            case PlacementDecision.Running running -> true;
            case PlacementDecision.Ending ending -> true;
            case PlacementDecision.Completed completed -> true;
        };
    }

    private boolean applied(GroupView view, GroupMemory memory, PlacementEffect.OnJob effect)
            throws InterruptedException {
        return switch (effect) {
            case PlacementEffect.CopyJobStatus copy -> copied(view, copy.cluster());
            case PlacementEffect.EndJob end -> {
                Optional<JobRead> read = memory.jobRead(end.cluster());
                yield read.isPresent() && copying.end(view, read.get(), end.finish());
            }
        };
    }

    private void apply(GroupView view, PlacementEffect.Local effect) throws InterruptedException {
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
                    tell(view, won.message());
                    listener.won(won.cluster(), view.local());
                }
            }
            case PlacementEffect.SetCheck set -> {
                boolean changed =
                        update(view, fresh -> LocalPatches.check(fresh, view.check(), set.state(), set.message(), now));
                if (changed && set.message() instanceof CheckMessage.EvictedThere) {
                    tell(view, set.message());
                }
            }
            case PlacementEffect.FinishLocal finish -> {
                if (update(view, fresh -> LocalPatches.finished(fresh, finish.finish(), now))) {
                    tellFinished(view);
                }
            }
            case PlacementEffect.ClearPlacement clear -> update(view, LocalPatches::cleared);
        }
    }

    /** Says of the job what the worker-service here says where it is the first to find the job at its end. */
    private void tellFinished(GroupView view) {
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

    private void tell(GroupView view, CheckMessage message) {
        if (view.local() != null) {
            events.normal(
                    Orchestrator.target(view.local()),
                    COMPONENT,
                    EventReason.MULTIKUEUE.text(),
                    message.message().text());
        }
    }

    /** Whether it was written; a Workload that has changed since it was read is decided upon anew. */
    private boolean update(GroupView view, Function<Workload, @Nullable ObjectNode> patch) throws InterruptedException {
        String version = view.group().local().version();
        return writer.update(
                        workloads,
                        view.key(),
                        Part.STATUS,
                        fresh -> LocalWorkloads.version(fresh).equals(version) ? patch.apply(fresh) : null)
                .changed();
    }

    /** Whether the local job says what its copy says, and so may the local Workload. */
    private boolean copied(GroupView view, String cluster) throws InterruptedException {
        RemoteCluster remote = remotes.get(cluster);
        RemoteSession session = remote == null ? null : remote.session();
        if (session == null) {
            return true;
        }
        boolean same = copying.follow(session, view);
        if (same && session.workloads().get(view.key()) instanceof RemoteObject.Ours<Workload> replica) {
            update(view, fresh -> LocalPatches.podsReady(fresh, replica.object()));
        }
        return same;
    }

    /** Says of what was stopped here that it is. */
    private boolean stopped(GroupView view) throws InterruptedException {
        copying.stopped(view);
        return true;
    }
}

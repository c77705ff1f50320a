package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.Refusal;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.inbound.LocalWorkloads;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import org.jspecify.annotations.Nullable;

/** Writes what a plan has for one worker cluster. Keeps nothing: any number of lanes use it at a time. */
public final class ClusterWriter {
    private final Store<Workload> workloads;
    private final RemoteClusters remotes;
    private final ReplicaWriter replicas;
    private final CopyWriters copies;
    private final WriteFeedback feedback;
    private final EventRecorder events;

    /** A writer; {@code workloads} are those of our own cluster. */
    public ClusterWriter(
            Store<Workload> workloads,
            RemoteClusters remotes,
            ReplicaWriter replicas,
            CopyWriters copies,
            WriteFeedback feedback,
            EventRecorder events) {
        this.workloads = workloads;
        this.remotes = remotes;
        this.replicas = replicas;
        this.copies = copies;
        this.feedback = feedback;
        this.events = events;
    }

    private @Nullable RemoteSession session(String cluster) {
        RemoteCluster remote = remotes.get(cluster);
        return remote == null ? null : remote.session();
    }

    /** Writes a gate, and reports what became of it exactly once. */
    void writeGate(String cluster, ObjectKey key, GateWrite write) throws InterruptedException {
        RemoteSession session = session(cluster);
        write.answered().accept(session == null ? Outcome.REFUSED : replicas.writeGate(session, key, write));
    }

    /** Applies the steps while the cluster is connected and what they were decided from is as it was. */
    void apply(String cluster, ClusterSteps steps) throws InterruptedException {
        RemoteCluster remote = remotes.get(cluster);
        RemoteSession session = session(cluster);
        if (remote == null || session == null || !remote.link().connected()) {
            return;
        }
        for (PlacementEffect.InCluster effect : steps.effects()) {
            if (!isCurrent(steps.view())) {
                // The Workload has changed since, and that change brings the next plan.
                return;
            }
            apply(session, steps.view(), effect);
        }
    }

    private boolean isCurrent(GroupView view) {
        Workload now = workloads.get(view.key());
        return (now == null ? "" : LocalWorkloads.version(now))
                .equals(view.group().local().version());
    }

    private void apply(RemoteSession session, GroupView view, PlacementEffect.InCluster effect)
            throws InterruptedException {
        switch (effect) {
            case PlacementEffect.CreateReplica create ->
                create(
                        view,
                        create.cluster(),
                        Refusal.What.REPLICA,
                        () -> replicas.create(session, view, create, remotes.origin()));
            case PlacementEffect.UpdateReplica update -> replicas.update(session, view, update);
            case PlacementEffect.DeleteReplica delete -> replicas.delete(session, view.key(), delete);
            case PlacementEffect.CreateJob create ->
                create(view, create.cluster(), Refusal.What.JOB, () -> copies.create(session, view, remotes.origin()));
            case PlacementEffect.DeleteJob delete -> copies.delete(session, view);
            case PlacementEffect.ReadJob read ->
                feedback.read(view.key(), read.cluster(), read.cause(), copies.read(session, view));
        }
    }

    private interface Creation {
        void run() throws InterruptedException;
    }

    /** Creates something, and reports whether the cluster takes it; a refusal is tried again as any failure. */
    private void create(GroupView view, String cluster, Refusal.What what, Creation creation)
            throws InterruptedException {
        try {
            creation.run();
        } catch (ApiStatusException e) {
            if (e.refusal()) {
                refused(view, cluster, what, Message.of(e.words()));
            }
            throw e;
        }
        feedback.accepted(view.key(), cluster);
    }

    private void refused(GroupView view, String cluster, Refusal.What what, Message words) {
        Workload local = view.local();
        if (feedback.refused(view.key(), cluster, what, words, copies.revision(view)) && local != null) {
            events.warning(
                    WorkloadWriter.target(local),
                    Component.WORKLOAD_CONTROLLER.text(),
                    EventReason.REFUSED_BY_CLUSTER.text(),
                    CheckMessage.Notes.of(cluster, Refusal.message(what, words)));
        }
    }
}

package dev.turnstile.manager.group;

import dev.turnstile.core.placement.Placement;
import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.translate.ReplicaObjects;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.NotLeaderException;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.apply.Resting;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * All writes to one worker cluster. Each group is decided upon anew before anything of it is written, and only what
 * concerns this cluster is: what another cluster does, or how slow it is, makes no difference here.
 */
public final class Lane implements AutoCloseable {
    private static final int WORKERS = 32;

    private final String name;
    private final GroupReader reader;
    private final GroupMemories memories;
    private final RemoteClusters remotes;
    private final Copying copying;
    private final Supplier<GroupSettings> settings;
    private final InstantSource clock;
    private final Consumer<ObjectKey> decideAgain;
    private final LaneListener listener;
    private final Map<ObjectKey, GateWrite> gates = new ConcurrentHashMap<>();
    private final ControlLoop<ObjectKey> loop;
    private volatile boolean closed;

    /** A lane that works from now on; {@code decideAgain} is given groups of which something was read. */
    public Lane(
            String name,
            GroupReader reader,
            GroupMemories memories,
            RemoteClusters remotes,
            Copying copying,
            Supplier<GroupSettings> settings,
            InstantSource clock,
            Threads threads,
            Consumer<ObjectKey> decideAgain,
            LaneListener listener) {
        this.name = name;
        this.reader = reader;
        this.memories = memories;
        this.remotes = remotes;
        this.copying = copying;
        this.settings = settings;
        this.clock = clock;
        this.decideAgain = decideAgain;
        this.listener = listener;
        this.loop = new ControlLoop<>(threads, "lane-" + name, WORKERS, Resting.onceLost(key -> {
            work(key);
            return dev.turnstile.service.informer.Outcome.done();
        }));
        loop.start();
    }

    /** Whether work on a group is under way. */
    boolean attends(ObjectKey key) {
        return loop.attends(key);
    }

    /** Writes what is missing of a group. */
    void add(ObjectKey key) {
        loop.add(key);
    }

    /** Writes a gate of a group. */
    void add(ObjectKey key, GateWrite write) {
        gates.put(key, write);
        if (closed) {
            refuse(key);
        } else {
            loop.add(key);
        }
    }

    private void refuse(ObjectKey key) {
        GateWrite write = gates.remove(key);
        if (write != null) {
            write.answered().accept(Outcome.REFUSED);
        }
    }

    private void work(ObjectKey key) throws InterruptedException {
        GateWrite write = gates.remove(key);
        RemoteCluster remote = remotes.get(name);
        RemoteSession session = remote == null ? null : remote.session();
        if (write != null) {
            write.answered().accept(session == null ? Outcome.REFUSED : written(session, key, write));
        }
        if (remote == null || session == null || !remote.link().connected()) {
            return;
        }
        Instant now = clock.instant();
        GroupView view = reader.read(key, memories.of(key).orElseGet(() -> GroupMemory.begins(now)), now);
        if (view == null) {
            return;
        }
        for (PlacementEffect effect :
                Placement.decide(view.group(), settings.get().placement(), now).effects()) {
            if (effect instanceof PlacementEffect.Local) {
                // It comes first, and its answer brings us back.
                return;
            }
            if (effect instanceof PlacementEffect.InCluster here
                    && here.cluster().equals(name)) {
                apply(session, view, here);
            }
        }
    }

    private void apply(RemoteSession session, GroupView view, PlacementEffect.InCluster effect)
            throws InterruptedException {
        switch (effect) {
            case PlacementEffect.CreateReplica create -> createReplica(session, view, create.gated());
            case PlacementEffect.UpdateReplica update -> updateReplica(session, view, update);
            case PlacementEffect.DeleteReplica delete -> deleteReplica(session, view.key(), delete.uid());
            case PlacementEffect.CreateJob create -> copying.create(session, view, remotes.origin());
            case PlacementEffect.DeleteJob delete -> copying.delete(session, view);
            case PlacementEffect.ReadJob read -> {
                memories.read(view.key(), name, read.cause(), copying.read(session, view));
                decideAgain.accept(view.key());
            }
        }
    }

    private void createReplica(RemoteSession session, GroupView view, boolean gated) throws InterruptedException {
        Workload local = view.local();
        if (local == null) {
            return;
        }
        ObjectNode replica = ReplicaObjects.toCreate(view.key(), local, remotes.origin(), gated);
        if (Copies.created(session.writer(), RemoteSession.WORKLOAD, view.key().namespace(), replica)) {
            listener.dispatched(name, local);
        }
    }

    private static void updateReplica(RemoteSession session, GroupView view, PlacementEffect.UpdateReplica update)
            throws InterruptedException {
        Workload local = view.local();
        if (local != null) {
            guarded(
                    session,
                    view.key(),
                    update.uid(),
                    update.version(),
                    Part.MAIN,
                    replica -> ReplicaObjects.update(local));
        }
    }

    private static WriteResult<RemoteObject<Workload>> guarded(
            RemoteSession session,
            ObjectKey key,
            String uid,
            String version,
            Part part,
            Function<Workload, ObjectNode> patch)
            throws InterruptedException {
        return session.writer()
                .update(
                        session.workloads(),
                        key,
                        part,
                        fresh -> fresh instanceof RemoteObject.Ours<Workload> ours
                                        && ours.uid().equals(uid)
                                        && ours.version().equals(version)
                                ? patch.apply(ours.object())
                                : null);
    }

    private void deleteReplica(RemoteSession session, ObjectKey key, String uid) throws InterruptedException {
        if (session.workloads().get(key) instanceof RemoteObject.Ours<Workload> ours && !ours.leaving()) {
            if (session.writer().delete(session.workloads(), key, uid)) {
                listener.withdrawn(name, ours.object());
            }
        }
    }

    private Outcome written(RemoteSession session, ObjectKey key, GateWrite write) throws InterruptedException {
        GateOrder order = write.order();
        // It may have waited here: the next window begins with the gate, not with the decision.
        Instant now = clock.instant();
        Instant sentAt = now.isAfter(order.at()) ? now : order.at();
        try {
            WriteResult<RemoteObject<Workload>> result = guarded(
                    session,
                    key,
                    order.target().replica(),
                    order.target().version(),
                    order.change() == GateOrder.Change.ADD ? Part.MAIN : Part.STATUS,
                    replica -> patch(replica, order, sentAt));
            return switch (result) {
                case WriteResult.Changed<RemoteObject<Workload>> changed -> Outcome.WRITTEN;
                case WriteResult.Unchanged<RemoteObject<Workload>> unchanged -> Outcome.CONFLICT;
                case WriteResult.Missing<RemoteObject<Workload>> missing -> Outcome.REFUSED;
            };
        } catch (NotLeaderException e) {
            return Outcome.REFUSED;
        } catch (ApiStatusException e) {
            return e.conflict() ? Outcome.CONFLICT : e.code() >= 500 ? Outcome.UNANSWERED : Outcome.REFUSED;
        } catch (UncheckedIOException e) {
            return Outcome.UNANSWERED;
        } catch (InterruptedException | RuntimeException e) {
            write.answered().accept(Outcome.UNANSWERED);
            throw e;
        }
    }

    private static ObjectNode patch(Workload replica, GateOrder order, Instant at) {
        return switch (order.change()) {
            case OPEN -> ReplicaObjects.gate(replica, GateState.OPEN, at);
            case CLOSE -> ReplicaObjects.gate(replica, GateState.CLOSED, at);
            case ADD -> ReplicaObjects.gateAdded(replica);
        };
    }

    /** Writes nothing more; what was not begun counts as refused. */
    @Override
    public void close() {
        // In this order: whoever adds a gate sees that it is closed, or is seen here.
        closed = true;
        loop.close();
        gates.keySet().forEach(this::refuse);
    }

    /** Is told what was written in worker clusters. */
    public interface LaneListener {
        /** A replica was created. */
        void dispatched(String cluster, Workload local);

        /** A replica was deleted. */
        void withdrawn(String cluster, Workload replica);
    }
}

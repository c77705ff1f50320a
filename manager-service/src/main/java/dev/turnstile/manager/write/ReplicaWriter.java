package dev.turnstile.manager.write;

import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.NotLeaderException;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Writes replicas and their gates, guarded by the uid and the version that was decided from. */
public final class ReplicaWriter {
    private final InstantSource clock;
    private final GroupListener listener;

    public ReplicaWriter(InstantSource clock, GroupListener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    void create(RemoteSession session, GroupView view, PlacementEffect.CreateReplica create, String origin)
            throws InterruptedException {
        Workload local = view.local();
        if (local == null) {
            return;
        }
        ObjectNode replica = ReplicaObjects.toCreate(view.key(), local, origin, create.gated());
        if (CopyWriter.created(session.writer(), session.workloads(), view.key().namespace(), replica)) {
            listener.dispatched(create.cluster(), local);
        }
    }

    void update(RemoteSession session, GroupView view, PlacementEffect.UpdateReplica update)
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

    void delete(RemoteSession session, ObjectKey key, PlacementEffect.DeleteReplica delete)
            throws InterruptedException {
        if (session.workloads().get(key) instanceof RemoteObject.Ours<Workload> ours
                && !ours.leaving()
                && session.writer().delete(session.workloads(), key, delete.uid())) {
            listener.withdrawn(delete.cluster(), ours.object());
        }
    }

    /** Writes a gate; what became of it. A failure that is not the API's is reported here, and thrown. */
    Outcome writeGate(RemoteSession session, ObjectKey key, GateWrite write) throws InterruptedException {
        GateOrder order = write.order();
        // It may have waited in the lane: the next window begins with the gate, not with the decision.
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
}

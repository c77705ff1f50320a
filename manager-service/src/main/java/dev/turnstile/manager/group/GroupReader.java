package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Connection;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.dispatch.Sightings;
import dev.turnstile.manager.check.Fleet;
import dev.turnstile.manager.cluster.Link;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.inbound.CopyReaders;
import dev.turnstile.manager.inbound.LocalWorkloads;
import dev.turnstile.manager.inbound.Replicas;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Annotation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Joins what is known of a dispatched workload in all clusters. */
public final class GroupReader {
    private final Store<Workload> workloads;
    private final Fleet fleet;
    private final RemoteClusters remotes;
    private final CopyReaders copies;

    public GroupReader(Store<Workload> workloads, Fleet fleet, RemoteClusters remotes, CopyReaders copies) {
        this.workloads = workloads;
        this.fleet = fleet;
        this.remotes = remotes;
        this.copies = copies;
    }

    /**
     * The group of that name; null where it is none, and nothing of ours is anywhere.
     *
     * @param memory what this process remembers of it; what is seen now is in the view
     */
    public @Nullable GroupView read(ObjectKey key, GroupMemory memory, Instant now) {
        Workload local = workloads.get(key);
        AdmissionCheckState check = local == null ? null : fleet.checkOf(local).orElse(null);
        List<String> configured = check == null ? List.of() : fleet.clustersOf(check.name());
        Set<String> names = new LinkedHashSet<>(configured);
        if (local != null && local.status().clusterName() != null) {
            names.add(local.status().clusterName());
        }
        for (RemoteCluster remote : remotes.all()) {
            if (hasOurs(remote, key) || nominated(local, remote.name())) {
                names.add(remote.name());
            }
        }
        boolean marked = local != null
                && (!local.status().nominatedClusterNames().isEmpty()
                        || Absent.map(local.metadata().getAnnotations())
                                .containsKey(Annotation.MULTIKUEUE_LAST_UNGATED.text()));
        if (check == null && names.isEmpty() && !marked) {
            return null;
        }
        Sightings.Look look = memory.sightings().look(now);
        Owner owner = Owner.of(local);
        LocalWorkload workload = local == null
                ? LocalWorkloads.gone(key)
                : LocalWorkloads.of(
                        key,
                        local,
                        check,
                        owner.isHeldByCheck(),
                        look.nominatedAt(local.status().nominatedClusterNames()));
        Reading reading = new Reading(key, owner, local, memory, look);
        List<ClusterView> views = new ArrayList<>();
        for (String name : names) {
            boolean placedHere = workload.placed()
                    && workload.clusterName().filter(name::equals).isPresent()
                    && workload.life() instanceof Life.Present;
            views.add(view(name, configured.contains(name), placedHere, reading));
        }
        return new GroupView(
                key,
                local,
                check == null ? "" : check.name(),
                owner,
                new Group(workload, views, copies.refusal(owner)),
                look.after());
    }

    private static boolean nominated(@Nullable Workload local, String cluster) {
        return local != null && local.status().nominatedClusterNames().contains(cluster);
    }

    private static boolean hasOurs(RemoteCluster remote, ObjectKey key) {
        RemoteSession session = remote.session();
        if (session == null) {
            return false;
        }
        return session.workloads().get(key) instanceof RemoteObject.Ours<Workload>
                || !session.jobs().of(key).isEmpty()
                || !session.pods().of(key).isEmpty();
    }

    /** What one read needs of the group while it looks at each cluster; {@code look} notes what it sees there. */
    private record Reading(
            ObjectKey key, Owner owner, @Nullable Workload local, GroupMemory memory, Sightings.Look look) {}

    private ClusterView view(String name, boolean configured, boolean placedHere, Reading reading) {
        RemoteCluster remote = remotes.get(name);
        if (remote == null) {
            return ClusterView.unseen(name, configured, new Connection.Disconnected(remotes.missingSince(name)));
        }
        Connection connection = switch (remote.link()) {
            case Link.Connecting(var since) -> new Connection.Disconnected(since);
            case Link.Down(var since, var reason, var message) -> new Connection.Disconnected(since);
            case Link.Connected(var since) -> new Connection.Connected();
        };
        RemoteSession session = remote.session();
        if (session == null) {
            return ClusterView.unseen(name, configured, connection);
        }
        Remote replica = switch (session.workloads().get(reading.key())) {
            case null -> new Remote.Absent();
            case RemoteObject.Foreign<Workload> _ -> new Remote.Foreign("Workload " + reading.key());
            case RemoteObject.Ours<Workload> ours ->
                Replicas.of(ours.object(), ours.uid(), ours.version(), reading.local(), reading.look());
        };
        RemoteJob remoteJob = copies.in(session, reading.key(), reading.owner(), placedHere);
        return new ClusterView(
                name,
                configured,
                connection,
                replica,
                remoteJob,
                reading.memory().reading(name),
                reading.memory().refusal(name, () -> copies.revision(reading.owner(), reading.local())));
    }
}

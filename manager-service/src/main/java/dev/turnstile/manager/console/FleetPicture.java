package dev.turnstile.manager.console;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.manager.cluster.Link;
import dev.turnstile.manager.cluster.QueueSights;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.console.ConsoleView.ClusterCard;
import dev.turnstile.manager.console.ConsoleView.ClusterCounts;
import dev.turnstile.manager.console.ConsoleView.ClusterQueues;
import dev.turnstile.manager.console.ConsoleView.Decision;
import dev.turnstile.manager.console.ConsoleView.GroupRow;
import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.manager.console.ConsoleView.TrailLine;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.GroupsNow;
import dev.turnstile.manager.trail.DecisionTrail;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Draws the console's pictures from what the manager holds in memory; asks no cluster. */
public final class FleetPicture implements ConsoleSource {

    private static final String HERE = "manager";

    private final Store<Workload> workloads;
    private final QueueSights queues;
    private final RemoteClusters remotes;
    private final GroupsNow groups;
    private final DecisionTrail trail;
    private final Supplier<Duration> slot;

    /**
     * A drawer.
     *
     * @param workloads of the manager's own cluster
     * @param queues of the manager's own cluster
     * @param slot how long a cluster has to preempt
     */
    public FleetPicture(
            Store<Workload> workloads,
            QueueSights queues,
            RemoteClusters remotes,
            GroupsNow groups,
            DecisionTrail trail,
            Supplier<Duration> slot) {
        this.workloads = workloads;
        this.queues = queues;
        this.remotes = remotes;
        this.groups = groups;
        this.trail = trail;
        this.slot = slot;
    }

    @Override
    public ConsoleView view() {
        var views = new ArrayList<GroupView>();
        groups.memories().keySet().forEach(key -> {
            var view = groups.view(key);
            if (view != null) {
                views.add(view);
            }
        });
        var rows = new TreeMap<String, GroupRow>();
        views.forEach(group -> row(group).ifPresent(row -> rows.put(row.key(), row)));
        var cards = new ArrayList<ClusterCard>();
        var trees = new TreeMap<String, ClusterQueues>();
        trees.put(HERE, drawn(HERE, queues, waitingHere()).trees());
        for (var cluster : remotes.all()) {
            var session = cluster.session();
            if (session == null) {
                cards.add(card(cluster, Drawn.NOTHING, views));
            } else {
                var drawn = drawn(cluster.name(), session.queues(), waitingIn(session));
                cards.add(card(cluster, drawn, views));
                trees.put(cluster.name(), drawn.trees());
            }
        }
        return new ConsoleView(cards, rows, trees, decisions());
    }

    /**
     * The queues of a cluster.
     *
     * @param problem why they are not shown; empty where they are
     */
    private record Drawn(List<QuotaBar> total, ClusterQueues trees, String problem) {
        static final Drawn NOTHING = new Drawn(List.of(), new ClusterQueues("", List.of()), "");
    }

    /** What somebody else's cluster sends may break its own picture in any way, and no other. */
    private static Drawn drawn(String cluster, QueueSights queues, Collection<Waiting> waiting) {
        try {
            var picture = picture(queues);
            return new Drawn(picture.total(), queuesOf(cluster, queues, picture, waiting), "");
        } catch (RuntimeException e) {
            return new Drawn(
                    List.of(), new ClusterQueues(cluster, List.of()), "its queues cannot be shown: " + e.getMessage());
        }
    }

    private List<Decision> decisions() {
        return trail.all().stream()
                .map(entry -> new Decision(entry.time(), entry.workload().toString(), entry.words()))
                .toList();
    }

    private Optional<GroupRow> row(GroupView view) {
        var local = view.local();
        if (local == null) {
            return Optional.empty();
        }
        var memory = groups.memory(view.key());
        return GroupPicture.of(
                view.group(),
                clusterQueueOf(local),
                priority(local),
                memory.map(GroupMemory::placement).orElse(""),
                memory.flatMap(GroupMemory::ungating).orElse(null),
                slot.get(),
                trailOf(view.key()));
    }

    private List<TrailLine> trailOf(ObjectKey key) {
        return trail.of(key).stream()
                .map(entry -> new TrailLine(entry.time(), entry.words()))
                .toList();
    }

    private String clusterQueueOf(Workload workload) {
        var admission = workload.status().admission();
        if (admission != null) {
            return Absent.orElse(admission.clusterQueue(), "");
        }
        var localQueue = new ObjectKey(
                Absent.orElse(workload.metadata().getNamespace(), ""),
                Absent.orElse(workload.spec().queueName(), ""));
        return clusterQueueOf(localQueue, queues);
    }

    private static int priority(Workload workload) {
        return Absent.orElse(workload.spec().priority(), 0);
    }

    private static ClusterCard card(RemoteCluster cluster, Drawn drawn, List<GroupView> groups) {
        var session = cluster.session();
        Collection<ClusterQueue> queues =
                session == null ? List.of() : session.queues().clusterQueues().all();
        var state = switch (cluster.link()) {
            case Link.Connected _ -> "Connected";
            case Link.Connecting _ -> "Connecting";
            case Link.Down _ -> "Lost";
        };
        var message =
                cluster.link() instanceof Link.Down down ? down.reason() + ": " + down.message() : drawn.problem();
        return new ClusterCard(
                cluster.name(),
                state,
                message,
                cluster.lag().map(Duration::toMillis).orElse(null),
                counts(cluster.name(), queues, groups),
                drawn.total());
    }

    private static ClusterCounts counts(String cluster, Collection<ClusterQueue> queues, List<GroupView> groups) {
        int pending = 0;
        int running = 0;
        for (var queue : queues) {
            pending += Absent.orElse(queue.status().pendingWorkloads(), 0);
            running += Absent.orElse(queue.status().admittedWorkloads(), 0);
        }
        int gated = 0;
        int preempting = 0;
        for (var group : groups) {
            var replica =
                    group.group().cluster(cluster).flatMap(ClusterView::replica).orElse(null);
            if (replica != null && replica.asksForPreemption()) {
                gated++;
            } else if (replica != null && GroupPicture.mayPreempt(replica)) {
                preempting++;
            }
        }
        return new ClusterCounts(pending, gated, preempting, running);
    }

    private static QueuePicture picture(QueueSights queues) {
        return new QueuePicture(queues.clusterQueues().all(), queues.cohorts().all());
    }

    private List<Waiting> waitingHere() {
        return workloads.all().stream()
                .flatMap(workload -> Waiting.of(workload).stream())
                .toList();
    }

    private static List<Waiting> waitingIn(RemoteSession session) {
        return session.workloads().all().stream()
                .flatMap(object -> waiting(object).stream())
                .toList();
    }

    private static Optional<Waiting> waiting(RemoteObject<Workload> object) {
        return switch (object) {
            case RemoteObject.Ours<Workload> ours -> Waiting.of(ours.object());
            case RemoteObject.Foreign<Workload> foreign ->
                Optional.ofNullable(foreign.waiting()).map(Waiting::ofSomebodyElse);
        };
    }

    private static ClusterQueues queuesOf(
            String cluster, QueueSights queues, QueuePicture picture, Collection<Waiting> waiting) {
        return picture.draw(cluster, Waiting.next(waiting, queue -> clusterQueueOf(queue, queues)));
    }

    private static String clusterQueueOf(ObjectKey localQueue, QueueSights queues) {
        var queue = queues.localQueues().get(localQueue);
        return queue == null ? "" : Absent.orElse(queue.spec().clusterQueue(), "");
    }

    @Override
    public Optional<WorkloadView> workload(String namespace, String name) {
        var key = new ObjectKey(namespace, name);
        @Nullable Workload local = workloads.get(key);
        if (local == null) {
            return Optional.empty();
        }
        var view = groups.view(key);
        var row = view == null ? Optional.<GroupRow>empty() : row(view);
        var sights = new ArrayList<Sight>();
        sights.add(Sight.of(HERE, local, queues, waitingHere()));
        for (var cluster : clustersOf(view)) {
            sights.add(sight(cluster, key, row));
        }
        return Optional.of(WorkloadPicture.of(
                key.toString(), local, clusterQueueOf(local), row.map(GroupRow::says), sights, trailOf(key)));
    }

    private static List<ClusterView> clustersOf(@Nullable GroupView view) {
        if (view == null) {
            return List.of();
        }
        var group = view.group();
        return group.clusters().stream()
                .filter(cluster -> cluster.replica().isPresent() || group.nominated(cluster))
                .toList();
    }

    private Sight sight(ClusterView cluster, ObjectKey key, Optional<GroupRow> row) {
        var remote = remotes.get(cluster.name());
        var session = remote == null ? null : remote.session();
        var replica = session != null && session.workloads().get(key) instanceof RemoteObject.Ours<Workload> ours
                ? ours.object()
                : null;
        var link = remote != null && remote.link() instanceof Link.Down down ? down.message() : "";
        if (session == null || replica == null) {
            var lane = row.stream()
                    .flatMap(each -> each.replicas().stream())
                    .filter(each -> each.cluster().equals(cluster.name()))
                    .map(ConsoleView.ReplicaLane::says)
                    .findFirst();
            return Sight.nothing(cluster.name(), cluster.connected(), link, lane.orElse("no replica"));
        }
        try {
            return Sight.of(cluster.name(), replica, session.queues(), waitingIn(session))
                    .through(cluster.connected(), link);
        } catch (RuntimeException e) {
            return Sight.nothing(
                    cluster.name(), cluster.connected(), link, "its queues cannot be shown: " + e.getMessage());
        }
    }
}

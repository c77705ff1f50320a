package dev.turnstile.manager.console;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.manager.cluster.Link;
import dev.turnstile.manager.cluster.QueueSights;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.console.ConsoleView.ClusterCard;
import dev.turnstile.manager.console.ConsoleView.ClusterCounts;
import dev.turnstile.manager.console.ConsoleView.ClusterQueues;
import dev.turnstile.manager.console.ConsoleView.GroupRow;
import dev.turnstile.manager.console.ConsoleView.TrailLine;
import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.manager.group.GroupReader;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.orchestration.DecisionTrail;
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
    private final GroupMemories memories;
    private final GroupReader reader;
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
            GroupMemories memories,
            GroupReader reader,
            DecisionTrail trail,
            Supplier<Duration> slot) {
        this.workloads = workloads;
        this.queues = queues;
        this.remotes = remotes;
        this.memories = memories;
        this.reader = reader;
        this.trail = trail;
        this.slot = slot;
    }

    @Override
    public ConsoleView view() {
        var groups = new ArrayList<GroupView>();
        memories.all().keySet().forEach(key -> {
            var group = reader.read(key);
            if (group != null) {
                groups.add(group);
            }
        });
        var rows = new TreeMap<String, GroupRow>();
        groups.forEach(group -> row(group).ifPresent(row -> rows.put(row.key(), row)));
        var cards = new ArrayList<ClusterCard>();
        var trees = new TreeMap<String, ClusterQueues>();
        trees.put(HERE, localQueues());
        for (var cluster : remotes.all()) {
            cards.add(card(cluster, groups));
            var session = cluster.session();
            if (session != null) {
                trees.put(cluster.name(), queuesOf(cluster.name(), session));
            }
        }
        return new ConsoleView(cards, rows, trees);
    }

    private Optional<GroupRow> row(GroupView view) {
        var local = view.local();
        if (local == null) {
            return Optional.empty();
        }
        GroupMemory memory = memories.of(view.key());
        return GroupPicture.of(
                view.group(),
                clusterQueueOf(local),
                priority(local),
                memory.placement(),
                memory.last(),
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

    private static ClusterCard card(RemoteCluster cluster, List<GroupView> groups) {
        var session = cluster.session();
        Collection<ClusterQueue> queues =
                session == null ? List.of() : session.queues().clusterQueues().all();
        var state = switch (cluster.link()) {
            case Link.Connected _ -> "Connected";
            case Link.Connecting _ -> "Connecting";
            case Link.Down _ -> "Lost";
        };
        var message = cluster.link() instanceof Link.Down down ? down.reason() + ": " + down.message() : "";
        return new ClusterCard(
                cluster.name(),
                state,
                message,
                cluster.lag().map(Duration::toMillis).orElse(null),
                counts(cluster.name(), queues, groups),
                QueuePicture.total(queues));
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
            } else if (replica != null && preempts(replica)) {
                preempting++;
            }
        }
        return new ClusterCounts(pending, gated, preempting, running);
    }

    private static boolean preempts(Replica replica) {
        return replica.gate() instanceof Gate.Open
                && !replica.holdsQuota()
                && replica.finished().isEmpty();
    }

    private ClusterQueues localQueues() {
        var waiting = workloads.all().stream()
                .flatMap(workload -> Waiting.of(workload).stream())
                .toList();
        return queuesOf(HERE, queues, waiting);
    }

    private ClusterQueues queuesOf(String cluster, RemoteSession session) {
        var waiting = session.workloads().all().stream()
                .flatMap(object -> waiting(object).stream())
                .toList();
        return queuesOf(cluster, session.queues(), waiting);
    }

    private static Optional<Waiting> waiting(RemoteObject<Workload> object) {
        return switch (object) {
            case RemoteObject.Ours<Workload> ours -> Waiting.of(ours.object());
            case RemoteObject.Foreign<Workload> foreign ->
                Optional.ofNullable(foreign.waiting()).map(Waiting::ofSomebodyElse);
        };
    }

    private static ClusterQueues queuesOf(String cluster, QueueSights queues, Collection<Waiting> waiting) {
        return QueuePicture.of(
                cluster,
                queues.clusterQueues().all(),
                queues.cohorts().all(),
                Waiting.next(waiting, queue -> clusterQueueOf(queue, queues)));
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
        var replicas = new TreeMap<String, Workload>();
        for (var cluster : remotes.all()) {
            var session = cluster.session();
            if (session != null && session.workloads().get(key) instanceof RemoteObject.Ours<Workload> ours) {
                replicas.put(cluster.name(), ours.object());
            }
        }
        var memory = memories.all().get(key);
        return Optional.of(WorkloadPicture.of(
                key.toString(), HERE, local, replicas, memory == null ? "" : memory.placement(), trailOf(key)));
    }
}

package dev.turnstile.manager.observe;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.write.GroupListener;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.PreemptionGateName;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Counts what was done. The names are a contract: dashboards hold them. */
public final class ManagerMetrics implements GroupListener {
    private static final String CLUSTER = "cluster";
    private static final String CLUSTER_QUEUE = "cluster_queue";

    private final MeterRegistry registry;
    private final InstantSource clock;
    /** The ClusterQueue of each group whose opening is deferred; written by the group's loop, read by scrapes. */
    private final Map<ObjectKey, String> waiting = new ConcurrentHashMap<>();

    /** ClusterQueues that have a gauge already; any thread adds one, once. */
    private final Set<String> queues = ConcurrentHashMap.newKeySet();

    /** The meters of each worker cluster; changed by the thread of that cluster. */
    private final Map<String, List<Meter>> ofClusters = new ConcurrentHashMap<>();

    /** Counts into a registry. */
    public ManagerMetrics(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
    }

    /** A cluster is known, or no longer is. */
    public void cluster(String name, RemoteClusters remotes) {
        if (remotes.get(name) == null) {
            List<Meter> gone = ofClusters.remove(name);
            if (gone != null) {
                gone.forEach(registry::remove);
            }
            return;
        }
        ofClusters.computeIfAbsent(
                name,
                unseen -> List.of(
                        Gauge.builder("kueue.multikueue.cluster.active", remotes, known -> active(known.get(name)))
                                .tag(CLUSTER, name)
                                .register(registry),
                        FunctionCounter.builder(
                                        "kueue.multikueue.cluster.reconnects",
                                        remotes,
                                        known -> reconnects(known.get(name)))
                                .tag(CLUSTER, name)
                                .register(registry)));
    }

    private static double active(@Nullable RemoteCluster cluster) {
        return cluster != null && cluster.link().connected() ? 1 : 0;
    }

    private static double reconnects(@Nullable RemoteCluster cluster) {
        return cluster == null ? 0 : cluster.reconnects();
    }

    /** A request to a worker cluster was answered, or failed. */
    public void called(String cluster, String verb, Duration time) {
        Timer.builder("kueue.multikueue.remote.call.duration")
                .tag(CLUSTER, cluster)
                .tag("verb", verb)
                .register(registry)
                .record(time);
    }

    /** A group is looked at. */
    public void lookedAt() {
        registry.counter("kueue.multikueue.group.reconciles").increment();
    }

    @Override
    public void dispatched(String cluster, Workload local) {
        count("kueue.multikueue.workloads.dispatched", cluster, local);
    }

    @Override
    public void won(String cluster, Workload local) {
        count("kueue.multikueue.workloads.admitted", cluster, local);
    }

    @Override
    public void gone(ObjectKey group) {
        waiting.remove(group);
    }

    private void count(String name, String cluster, Workload local) {
        registry.counter(name, CLUSTER_QUEUE, clusterQueue(local), CLUSTER, cluster)
                .increment();
    }

    private static String clusterQueue(@Nullable Workload local) {
        Admission admission = local == null ? null : local.status().admission();
        String name = admission == null ? null : admission.clusterQueue();
        return name == null ? "" : name;
    }

    @Override
    public void withdrawn(String cluster, Workload replica) {
        boolean asked = replica.status().preemptionBlocked()
                && PreemptionGates.stateOf(replica.status().preemptionGates(), PreemptionGateName.MULTIKUEUE.text())
                        == GateState.CLOSED;
        if (asked) {
            registry.counter("kueue.multikueue.preemptions.avoided", CLUSTER, cluster)
                    .increment();
        }
    }

    @Override
    public void opened(GroupView view, UngatingDecision.OpenGate decision) {
        String cluster = decision.target().cluster();
        registry.counter(
                        "kueue.multikueue.preemption.ungated",
                        CLUSTER_QUEUE,
                        clusterQueue(view.local()),
                        CLUSTER,
                        cluster)
                .increment();
        view.group()
                .cluster(cluster)
                .flatMap(ClusterView::replica)
                .flatMap(Replica::signal)
                .map(Sighting::seenAt)
                .ifPresent(seen -> Timer.builder("kueue.multikueue.preemption.ungate.latency")
                        .tag(CLUSTER, cluster)
                        .register(registry)
                        .record(Duration.between(seen, clock.instant())));
    }

    @Override
    public void decided(GroupView view, UngatingDecision decision) {
        if (!(decision instanceof UngatingDecision.Deferred)) {
            waiting.remove(view.key());
            return;
        }
        String queue = clusterQueue(view.local());
        waiting.put(view.key(), queue);
        if (queues.add(queue)) {
            Gauge.builder(
                            "kueue.multikueue.preemption.waiting",
                            waiting,
                            known -> known.values().stream()
                                    .filter(queue::equals)
                                    .count())
                    .tag(CLUSTER_QUEUE, queue)
                    .register(registry);
        }
    }
}

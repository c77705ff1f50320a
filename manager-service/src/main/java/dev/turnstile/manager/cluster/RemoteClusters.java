package dev.turnstile.manager.cluster;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The worker clusters that we know, by name. */
public final class RemoteClusters implements AutoCloseable {
    /** By name; changed by the loop that reconciles MultiKueueClusters, one thread for each name. */
    private final Map<String, RemoteCluster> clusters = new ConcurrentSkipListMap<>();

    /** When clusters were forgotten; changed by the thread of their name, and by the collector. */
    private final Map<String, Instant> missingSince = new ConcurrentSkipListMap<>();

    /** Added before any cluster is connected; notified by the threads of the clusters. */
    private final List<RemoteListener> listeners = new CopyOnWriteArrayList<>();

    private final RemoteListener everybody = new Everybody();
    private final RemoteAccess access;
    private final Instant began;

    /** None yet. */
    public RemoteClusters(RemoteAccess access) {
        this.access = access;
        this.began = access.clock().instant();
    }

    /** Is notified from now on. */
    public void listen(RemoteListener listener) {
        listeners.add(listener);
    }

    private final class Everybody implements RemoteListener {
        @Override
        public void workloadChanged(ObjectKey workload) {
            listeners.forEach(listener -> listener.workloadChanged(workload));
        }

        @Override
        public void linkChanged(String cluster) {
            listeners.forEach(listener -> listener.linkChanged(cluster));
        }

        @Override
        public Runnable calling(String cluster, String verb) {
            List<Runnable> ends = listeners.stream()
                    .map(listener -> listener.calling(cluster, verb))
                    .toList();
            return () -> ends.forEach(Runnable::run);
        }
    }

    /** The label value that marks what this manager made. */
    public String origin() {
        return access.origin();
    }

    /** Connects to a cluster, or goes on with other credentials where they have changed. */
    RemoteCluster use(MultiKueueCluster cluster, KubeconfigReading kubeconfig) {
        String name = String.valueOf(cluster.metadata().getName());
        missingSince.remove(name);
        RemoteCluster known = clusters.get(name);
        if (known != null) {
            known.use(kubeconfig);
            return known;
        }
        RemoteCluster created = new RemoteCluster(name, kubeconfig, downSince(cluster), access, everybody);
        clusters.put(name, created);
        created.start();
        return created;
    }

    /** An outage is older than this process: its beginning is in the condition. */
    private static @Nullable Instant downSince(MultiKueueCluster cluster) {
        return Conditions.find(cluster.status().conditions(), ConditionType.ACTIVE)
                .filter(condition -> !condition.holds())
                .map(Condition::lastTransitionTime)
                .orElse(null);
    }

    /** Ends the connection to a cluster that is not wanted any more. */
    void forget(String name) {
        RemoteCluster known = clusters.remove(name);
        if (known != null) {
            known.close();
            missingSince.put(name, access.clock().instant());
            everybody.linkChanged(name);
        }
    }

    /** A cluster, or null where there is none of that name. */
    public @Nullable RemoteCluster get(String name) {
        return clusters.get(name);
    }

    /** Since when we know that there is no cluster of that name: since this process began, or since it was deleted. */
    public Instant missingSince(String name) {
        return missingSince.getOrDefault(name, began);
    }

    /** Forgets since when clusters are missing that nobody names any more. */
    public void forgetMissing(Predicate<String> stillNamed) {
        missingSince.keySet().removeIf(stillNamed.negate());
    }

    /** All of them, by name. */
    public List<RemoteCluster> all() {
        return List.copyOf(clusters.values());
    }

    @Override
    public void close() {
        clusters.values().forEach(RemoteCluster::close);
    }
}

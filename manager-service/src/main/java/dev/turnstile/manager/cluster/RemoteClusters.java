package dev.turnstile.manager.cluster;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The worker clusters that we know, by name. */
public final class RemoteClusters implements AutoCloseable {
    private final Map<String, RemoteCluster> clusters = new ConcurrentSkipListMap<>();
    private final Map<String, Instant> missingSince = new ConcurrentSkipListMap<>();
    private final String origin;
    private final BooleanSupplier leads;
    private final InstantSource clock;
    private final Threads threads;
    private final RemoteConnector connector;
    private final RemoteListener listener;

    /** None yet. */
    public RemoteClusters(
            String origin,
            BooleanSupplier leads,
            InstantSource clock,
            Threads threads,
            RemoteConnector connector,
            RemoteListener listener) {
        this.origin = origin;
        this.leads = leads;
        this.clock = clock;
        this.threads = threads;
        this.connector = connector;
        this.listener = listener;
    }

    /** The label value that marks what this manager made. */
    public String origin() {
        return origin;
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
        RemoteCluster created = new RemoteCluster(
                name, kubeconfig, downSince(cluster), origin, leads, clock, threads, connector, listener);
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
            listener.linkChanged(name);
        }
    }

    /** A cluster, or null where there is none of that name. */
    public @Nullable RemoteCluster get(String name) {
        return clusters.get(name);
    }

    /** Since when we know that there is no cluster of that name. */
    public Instant missingSince(String name) {
        return missingSince.computeIfAbsent(name, missing -> clock.instant());
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

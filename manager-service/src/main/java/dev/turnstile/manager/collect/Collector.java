package dev.turnstile.manager.collect;

import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks now and then for remote objects of ours whose local Workload is gone, and for what is remembered of clusters
 * that nobody names any more. Events bring nearly all of them away at once; this finds what was left while nobody
 * listened.
 */
public final class Collector implements AutoCloseable {
    private static final Duration SWITCHED_OFF = Duration.ofMinutes(1);

    private final Store<Workload> workloads;
    private final Predicate<String> configured;
    private final RemoteClusters remotes;
    private final Supplier<Duration> interval;
    private final BooleanSupplier active;
    private final Consumer<ObjectKey> lookAt;
    private final Threads threads;
    private volatile @Nullable Loop loop;

    /** A collector that does not run yet; {@code configured} knows the clusters that some config names. */
    public Collector(
            Store<Workload> workloads,
            Predicate<String> configured,
            RemoteClusters remotes,
            Supplier<Duration> interval,
            BooleanSupplier active,
            Consumer<ObjectKey> lookAt,
            Threads threads) {
        this.workloads = workloads;
        this.configured = configured;
        this.remotes = remotes;
        this.interval = interval;
        this.active = active;
        this.lookAt = lookAt;
        this.threads = threads;
    }

    /** Begins. */
    public void start() {
        loop = Loop.start(threads, "collector", "collector", Loop.Pace.USUAL, this::round);
    }

    private void round(Loop running) throws InterruptedException {
        Duration wait = interval.get();
        running.sleep(wait.isZero() ? SWITCHED_OFF : wait);
        if (!wait.isZero() && active.getAsBoolean()) {
            collect();
        }
    }

    private void collect() {
        remotes.forgetMissing(this::isNamed);
        for (RemoteCluster remote : remotes.all()) {
            RemoteSession session = remote.session();
            if (session != null && remote.link().connected()) {
                session.workloadsOfOurs().stream()
                        .filter(key -> workloads.get(key) == null)
                        .forEach(lookAt);
            }
        }
    }

    private boolean isNamed(String cluster) {
        return configured.test(cluster)
                || workloads.all().stream()
                        .anyMatch(workload -> cluster.equals(workload.status().clusterName()));
    }

    @Override
    public void close() {
        Loop running = loop;
        if (running != null) {
            running.close();
        }
    }
}

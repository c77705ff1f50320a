package dev.turnstile.manager.collect;

import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then for remote objects of ours whose local Workload is gone. Events bring nearly all of them away at
 * once; this finds what was left while nobody listened.
 */
public final class Collector implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
    private static final Duration SWITCHED_OFF = Duration.ofMinutes(1);

    private final Store<Workload> workloads;
    private final RemoteClusters remotes;
    private final Supplier<Duration> interval;
    private final BooleanSupplier active;
    private final Consumer<ObjectKey> lookAt;
    private final Thread thread;

    /** A collector that does not run yet. */
    public Collector(
            Store<Workload> workloads,
            RemoteClusters remotes,
            Supplier<Duration> interval,
            BooleanSupplier active,
            Consumer<ObjectKey> lookAt) {
        this.workloads = workloads;
        this.remotes = remotes;
        this.interval = interval;
        this.active = active;
        this.lookAt = lookAt;
        this.thread = Thread.ofVirtual().name("collector").unstarted(this::run);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Duration wait = interval.get();
                Thread.sleep(wait.isZero() ? SWITCHED_OFF : wait);
                if (!wait.isZero() && active.getAsBoolean()) {
                    collect();
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("nothing more is collected");
        }
    }

    private void collect() {
        for (RemoteCluster remote : remotes.all()) {
            RemoteSession session = remote.session();
            if (session != null && remote.link().connected()) {
                session.workloadsOfOurs().stream()
                        .filter(key -> workloads.get(key) == null)
                        .forEach(lookAt);
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}

package dev.turnstile.worker;

import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.quota.CheckReconciler;
import dev.turnstile.worker.quota.ClusterQueueReconciler;
import dev.turnstile.worker.quota.CohortReconciler;
import dev.turnstile.worker.quota.FlavorReconciler;
import dev.turnstile.worker.quota.LocalQueueReconciler;
import dev.turnstile.worker.quota.QueueConditions;
import dev.turnstile.worker.state.QueueListener;
import dev.turnstile.worker.write.WriteAccess;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The loops that write statuses of queues and finalizers of flavors, and which of them looks at what when. */
final class QueueLoops implements QueueListener {
    private static final int WORKERS = 4;

    private final Stores stores;
    private final ControlLoop<ObjectKey> clusterQueues;
    private final ControlLoop<ObjectKey> localQueues;
    private final ControlLoop<ObjectKey> flavors;
    private final ControlLoop<ObjectKey> checks;
    private final ControlLoop<ObjectKey> cohorts;
    private final boolean fairSharing;

    /** Loops that are not notified of anything yet; {@code figures} has what statuses show. */
    QueueLoops(
            Loops loops,
            Stores stores,
            QueueConditions conditions,
            Scheduling figures,
            WriteAccess access,
            Threads threads,
            boolean fairSharing) {
        this.stores = stores;
        this.fairSharing = fairSharing;
        ObjectWriter writer = access.objects();
        clusterQueues = loops.loop(
                "clusterqueue",
                WORKERS,
                new ClusterQueueReconciler(
                        stores.clusterQueues(), conditions, figures::report, access, threads, fairSharing));
        localQueues = loops.loop(
                "localqueue",
                WORKERS,
                new LocalQueueReconciler(
                        stores.localQueues(), stores.clusterQueues(), figures::tally, writer, access.clock(), threads));
        flavors = loops.loop("flavor", 1, new FlavorReconciler(stores.flavors(), stores.clusterQueues(), writer));
        checks = loops.loop("check", 1, new CheckReconciler(stores.checks(), stores.clusterQueues(), writer));
        cohorts =
                loops.loop("cohort", 1, new CohortReconciler(stores.cohorts(), figures::cohortShare, writer, threads));
    }

    /** Listens to what is read. */
    void listen() {
        stores.cohorts().listen((key, before, after) -> cohortsChanged());
        stores.clusterQueues().listen(this::changed);
        stores.localQueues().listen((key, before, after) -> localQueues.add(key));
        stores.flavors().listen((key, before, after) -> {
            flavors.add(key);
            all(stores.clusterQueues().all(), clusterQueues);
        });
        stores.checks().listen((key, before, after) -> {
            checks.add(key);
            all(stores.clusterQueues().all(), clusterQueues);
        });
    }

    private void changed(ObjectKey key, @Nullable ClusterQueue before, @Nullable ClusterQueue after) {
        clusterQueues.add(key);
        if (!QueueChanges.sameSpec(before, after)) {
            all(stores.flavors().all(), flavors);
            all(stores.checks().all(), checks);
        }
        if (!QueueChanges.sameConditions(before, after)) {
            stores.indexes().localQueues().keys(key.name()).forEach(localQueues::add);
        }
    }

    /** Enqueues every queue and flavor. */
    void enqueueEverything() {
        all(stores.checks().all(), checks);
        cohortsChanged();
        all(stores.flavors().all(), flavors);
        all(stores.clusterQueues().all(), clusterQueues);
        all(stores.localQueues().all(), localQueues);
    }

    private static void all(Iterable<? extends ApiObject> objects, ControlLoop<ObjectKey> loop) {
        objects.forEach(object -> loop.add(key(object)));
    }

    static ObjectKey key(ApiObject object) {
        return new ObjectKey(
                Objects.requireNonNullElse(object.metadata().getNamespace(), ""),
                Objects.requireNonNullElse(object.metadata().getName(), ""));
    }

    @Override
    public void clusterQueueChanged(String name) {
        clusterQueues.add(ObjectKey.of(name));
        if (fairSharing) {
            stores.cohortsAbove(name).forEach(cohort -> cohorts.add(ObjectKey.of(cohort)));
        }
    }

    private void cohortsChanged() {
        if (fairSharing) {
            all(stores.cohorts().all(), cohorts);
        }
    }

    @Override
    public void localQueueChanged(ObjectKey key) {
        localQueues.add(key);
    }
}

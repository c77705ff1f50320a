package dev.turnstile.manager.cluster;

import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import java.util.ArrayList;
import java.util.List;

/**
 * The queues of a cluster as far as they can be seen. They are for showing only: nothing waits for them, nothing is
 * decided from them, and an account that may not read them loses nothing but the picture.
 */
public final class QueueSights implements AutoCloseable {
    private final Store<ClusterQueue> clusterQueues = Store.of(KueueKinds.CLUSTER_QUEUE);
    private final Store<Cohort> cohorts = Store.of(KueueKinds.COHORT);
    private final Store<LocalQueue> localQueues = Store.of(KueueKinds.LOCAL_QUEUE);
    private final List<Reflector> reflectors = new ArrayList<>();

    /** Begins to look. */
    public void start(ApiConnection connection, Threads threads) {
        for (Store<?> store : List.of(clusterQueues, cohorts, localQueues)) {
            reflectors.add(Reflector.start(connection, store, threads));
        }
    }

    /** Its ClusterQueues. */
    public Store<ClusterQueue> clusterQueues() {
        return clusterQueues;
    }

    public Store<Cohort> cohorts() {
        return cohorts;
    }

    /** Its LocalQueues. */
    public Store<LocalQueue> localQueues() {
        return localQueues;
    }

    @Override
    public void close() {
        reflectors.forEach(Reflector::close);
    }
}

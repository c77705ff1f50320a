package dev.turnstile.worker.state;

import dev.turnstile.service.informer.ObjectKey;

/** Hears which queues' counts or availability may have changed. Called on the state's thread; only takes note. */
public interface QueueListener {
    /** A ClusterQueue. */
    default void clusterQueueChanged(String name) {}

    /** A Workload is held before its queue, or not any more. */
    default void holdChanged(ObjectKey workload) {}

    /** A LocalQueue. */
    default void localQueueChanged(ObjectKey key) {}
}

package dev.turnstile.worker.cache;

import dev.turnstile.service.informer.ObjectKey;

/** Hears which queues' counts or availability may have changed. Called on the state's thread; only takes note. */
public interface QueueListener {
    /** A ClusterQueue. */
    void clusterQueueChanged(String name);

    /** A LocalQueue. */
    void localQueueChanged(ObjectKey key);
}

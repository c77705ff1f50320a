package dev.turnstile.worker.enqueue;

import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Holds Workloads before they queue. Asked on the scheduler's thread: it must not block. A bean that throws holds the
 * Workload, and an event says so.
 */
public interface PreEnqueue {
    /** What may change an answer. */
    enum Wake {
        /** The Workload. */
        WORKLOAD,
        /** Its LocalQueue. */
        LOCAL_QUEUE,
        /** The ClusterQueue behind that. */
        CLUSTER_QUEUE,
        /** Its namespace. */
        NAMESPACE
    }

    /** What it is called in events. */
    String name();

    /** The events after which it has to be asked again; after others its last answer holds. */
    Set<Wake> wakes();

    /** Why the Workload may not queue, if it may not. The Workload cannot be changed. */
    Optional<Wait> hold(Workload workload);

    /** Is given what takes the keys of Workloads for which the answer may have changed for another reason. */
    default void signals(Consumer<ObjectKey> signal) {
        // Most answers change with the objects alone.
    }
}

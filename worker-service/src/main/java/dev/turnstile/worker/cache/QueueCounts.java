package dev.turnstile.worker.cache;

import dev.turnstile.core.resource.Usage;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who stands in which queue and how; the listener hears of each queue whose counts change. */
final class QueueCounts {
    private final Tallies<ObjectKey, String> byClusterQueue = new Tallies<>();
    private final Tallies<ObjectKey, ObjectKey> byLocalQueue = new Tallies<>();
    private final QueueListener listener;

    QueueCounts(QueueListener listener) {
        this.listener = listener;
    }

    /** Takes note of where a Workload stands now. */
    void put(
            ObjectKey workload,
            @Nullable String queueName,
            String clusterQueue,
            Tallies.Standing standing,
            Usage usage) {
        ObjectKey localQueue = new ObjectKey(workload.namespace(), Objects.requireNonNullElse(queueName, ""));
        String before = byClusterQueue.queueOf(workload);
        ObjectKey beforeLocal = byLocalQueue.queueOf(workload);
        if (byClusterQueue.put(workload, clusterQueue, standing, usage)) {
            listener.clusterQueueChanged(clusterQueue);
            if (before != null && !before.equals(clusterQueue)) {
                listener.clusterQueueChanged(before);
            }
        }
        if (byLocalQueue.put(workload, localQueue, standing, usage)) {
            listener.localQueueChanged(localQueue);
            if (beforeLocal != null && !beforeLocal.equals(localQueue)) {
                listener.localQueueChanged(beforeLocal);
            }
        }
    }

    /** It stands nowhere any more. */
    void remove(ObjectKey workload) {
        String clusterQueue = byClusterQueue.remove(workload);
        if (clusterQueue != null) {
            listener.clusterQueueChanged(clusterQueue);
        }
        ObjectKey localQueue = byLocalQueue.remove(workload);
        if (localQueue != null) {
            listener.localQueueChanged(localQueue);
        }
    }

    /** The counts of a ClusterQueue. */
    Tally of(String clusterQueue) {
        return byClusterQueue.of(clusterQueue);
    }

    /** The counts of a LocalQueue. */
    Tally of(ObjectKey localQueue) {
        return byLocalQueue.of(localQueue);
    }

    /** The ClusterQueue in which a Workload stands, or null. */
    @Nullable
    String queueOf(ObjectKey workload) {
        return byClusterQueue.queueOf(workload);
    }

    /** Every Workload that stands somewhere. */
    Set<ObjectKey> workloads() {
        return byClusterQueue.workloads();
    }
}

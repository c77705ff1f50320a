package dev.turnstile.core.workload;

import java.time.Instant;
import java.util.Comparator;

/**
 * Who of two workloads comes first: higher priority, then the earlier queue-order time, then the UID, then the name.
 *
 * <p>The queue-order time is the creation, or the last eviction where that was for pods that did not get ready in time
 * and the configuration says so ({@code requeuingStrategy.timestamp: Eviction}).
 */
public enum QueueOrder {
    BY_CREATION,
    BY_EVICTION;

    public Instant time(Workload workload) {
        Eviction eviction = workload.eviction();
        if (this == BY_EVICTION && eviction != null && eviction.reason().equals(Eviction.PODS_READY_TIMEOUT)) {
            return eviction.at();
        }
        return workload.createdAt();
    }

    public Comparator<Workload> order() {
        return Comparator.comparingInt(Workload::priority)
                .reversed()
                .thenComparing(this::time)
                .thenComparing(Workload::uid)
                .thenComparing(Workload::key);
    }
}

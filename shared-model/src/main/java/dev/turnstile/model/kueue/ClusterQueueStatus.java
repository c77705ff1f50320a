package dev.turnstile.model.kueue;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What worker-service reports of a ClusterQueue.
 *
 * @param conditions {@code Active}
 * @param flavorsReservation what workloads with reserved quota hold
 * @param flavorsUsage what admitted workloads hold
 * @param pendingWorkloads how many wait
 * @param reservingWorkloads how many have quota reserved
 * @param admittedWorkloads how many are admitted and not finished
 * @param fairSharing the queue's share, where fair sharing is on
 */
public record ClusterQueueStatus(
        @ListMapKeys("type") List<Condition> conditions,
        @ListMapKeys("name") List<FlavorUsage> flavorsReservation,
        @ListMapKeys("name") List<FlavorUsage> flavorsUsage,
        @Nullable Integer pendingWorkloads,
        @Nullable Integer reservingWorkloads,
        @Nullable Integer admittedWorkloads,
        @Nullable FairSharingStatus fairSharing) {
    /** Nothing reported yet. */
    public static final ClusterQueueStatus EMPTY =
            new ClusterQueueStatus(List.of(), List.of(), List.of(), null, null, null, null);

    /** Fills in what the JSON left out. */
    public ClusterQueueStatus {
        conditions = Absent.list(conditions);
        flavorsReservation = Absent.list(flavorsReservation);
        flavorsUsage = Absent.list(flavorsUsage);
    }
}

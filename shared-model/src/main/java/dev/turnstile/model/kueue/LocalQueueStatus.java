package dev.turnstile.model.kueue;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What worker-service reports of a LocalQueue.
 *
 * @param conditions {@code Active}
 * @param pendingWorkloads how many wait
 * @param reservingWorkloads how many have quota reserved
 * @param admittedWorkloads how many are admitted and not finished
 * @param flavorsReservation what workloads with reserved quota hold
 * @param flavorsUsage what admitted workloads hold
 * @param fairSharing the queue's share, where fair sharing is on
 */
public record LocalQueueStatus(
        @ListMapKeys("type") List<Condition> conditions,
        @Nullable Integer pendingWorkloads,
        @Nullable Integer reservingWorkloads,
        @Nullable Integer admittedWorkloads,
        @ListMapKeys("name") List<LocalQueueFlavorUsage> flavorsReservation,
        @ListMapKeys("name") List<LocalQueueFlavorUsage> flavorsUsage,
        @Nullable FairSharingStatus fairSharing) {
    /** Nothing reported yet. */
    public static final LocalQueueStatus EMPTY =
            new LocalQueueStatus(List.of(), null, null, null, List.of(), List.of(), null);

    /** Fills in what the JSON left out. */
    public LocalQueueStatus {
        conditions = Absent.list(conditions);
        flavorsReservation = Absent.list(flavorsReservation);
        flavorsUsage = Absent.list(flavorsUsage);
    }
}

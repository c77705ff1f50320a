package dev.turnstile.worker.audit;

import dev.turnstile.core.cycle.Trial;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What the audit reads of the scheduler's state, and has repaired. Each call is one short task of its thread; those
 * that read give the scheduler no turn, so that the audit does not do by itself what it looks for.
 */
public interface Books {
    /** The ledger. */
    CompletableFuture<Snapshot> snapshot();

    /** By ClusterQueue, the workload that comes first there for its victims' sake. */
    CompletableFuture<Map<String, WorkloadKey>> preemptors();

    /**
     * A cycle on trial, with some of the workloads that are parked in these ClusterQueues; empty while no cycle may
     * admit anybody.
     */
    CompletableFuture<Optional<Trial>> trial(Collection<String> clusterQueues, int mostParked);

    /** Every workload of which the scheduler has something. */
    CompletableFuture<List<WorkloadKey>> known();

    /** What the scheduler has on these workloads, in their order. */
    CompletableFuture<List<Sighting>> sightings(List<WorkloadKey> keys);

    /** Forgets what the scheduler has on a workload but for a request under way, and takes it over from the store. */
    CompletableFuture<?> renew(WorkloadKey key);

    /** Computes the sums of the ledger again. */
    CompletableFuture<?> recount();
}

package dev.turnstile.worker.audit;

import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What the audit reads of the scheduler's state, and has made anew. Each call is one short task of its thread. */
public interface Books {
    /** The ledger. */
    CompletableFuture<Snapshot> snapshot();

    /** By ClusterQueue, whoever comes first there for its victims' sake. */
    CompletableFuture<Map<String, WorkloadKey>> preemptors();

    /** Who waits for a ClusterQueue although a cycle would admit it now; nobody while no cycle may admit anybody. */
    CompletableFuture<Optional<WorkloadKey>> fits(String clusterQueue);

    /** Forgets what the scheduler has on a workload, and takes it over as the store has it. */
    CompletableFuture<?> renew(WorkloadKey key);

    /** Makes the sums of the ledger anew. */
    CompletableFuture<?> recount();
}

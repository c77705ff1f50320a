package dev.turnstile.worker;

import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.audit.Books;
import dev.turnstile.worker.cache.Change;
import dev.turnstile.worker.cache.ClusterCache;
import dev.turnstile.worker.cache.StateThread;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** The scheduler's state as the audit reads it, task by task on the thread that owns it. */
final class SchedulerBooks implements Books {
    private final ClusterCache cache;
    private final StateThread<Change> thread;
    private final BooleanSupplier mayAdmit;
    private final InstantSource clock;

    /** @param mayAdmit whether a cycle might admit anybody; on the state's thread */
    SchedulerBooks(ClusterCache cache, StateThread<Change> thread, BooleanSupplier mayAdmit, InstantSource clock) {
        this.cache = cache;
        this.thread = thread;
        this.mayAdmit = mayAdmit;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Snapshot> snapshot() {
        return thread.ask(() -> cache.scheduler().snapshot());
    }

    @Override
    public CompletableFuture<Map<String, WorkloadKey>> preemptors() {
        return thread.ask(() -> cache.scheduler().preemptors());
    }

    @Override
    public CompletableFuture<Optional<WorkloadKey>> fits(String clusterQueue) {
        return thread.ask(() -> mayAdmit.getAsBoolean()
                ? Optional.ofNullable(cache.scheduler().fits(clusterQueue, clock.instant()))
                : Optional.empty());
    }

    @Override
    public CompletableFuture<?> renew(WorkloadKey key) {
        return thread.ask(() -> {
            cache.renew(new ObjectKey(key.namespace(), key.name()));
            return true;
        });
    }

    @Override
    public CompletableFuture<?> recount() {
        return thread.ask(() -> {
            cache.scheduler().recount();
            return true;
        });
    }
}

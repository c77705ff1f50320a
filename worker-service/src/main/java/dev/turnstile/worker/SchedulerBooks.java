package dev.turnstile.worker;

import dev.turnstile.core.cycle.OpenAssumption;
import dev.turnstile.core.cycle.Trial;
import dev.turnstile.core.cycle.Whereabouts;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.audit.Books;
import dev.turnstile.worker.audit.Sighting;
import dev.turnstile.worker.state.Attention;
import dev.turnstile.worker.state.Change;
import dev.turnstile.worker.state.ClusterCache;
import dev.turnstile.worker.state.Decisions;
import dev.turnstile.worker.state.SchedulerLoop;
import dev.turnstile.worker.state.StateThread;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The scheduler's state as the audit reads it, task by task on the thread that owns it. */
final class SchedulerBooks implements Books {
    private final ClusterCache cache;
    private final StateThread<Change> thread;
    private final SchedulerLoop loop;
    private final Decisions decisions;
    private final InstantSource clock;

    SchedulerBooks(
            ClusterCache cache,
            StateThread<Change> thread,
            SchedulerLoop loop,
            Decisions decisions,
            InstantSource clock) {
        this.cache = cache;
        this.thread = thread;
        this.loop = loop;
        this.decisions = decisions;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Snapshot> snapshot() {
        return thread.inspect(() -> cache.scheduler().snapshot());
    }

    @Override
    public CompletableFuture<Map<String, WorkloadKey>> preemptors() {
        return thread.inspect(() -> cache.scheduler().preemptors());
    }

    @Override
    public CompletableFuture<Optional<Trial>> trial(Collection<String> clusterQueues, int mostParked) {
        return thread.inspect(() -> loop.attention(thread.wakes()).admits()
                ? Optional.of(cache.scheduler().trial(clusterQueues, mostParked, clock.instant()))
                : Optional.empty());
    }

    @Override
    public CompletableFuture<List<WorkloadKey>> known() {
        return thread.inspect(() -> cache.scheduler().known());
    }

    @Override
    public CompletableFuture<List<Sighting>> sightings(List<WorkloadKey> keys) {
        return thread.inspect(() -> {
            Attention attention = loop.attention(thread.wakes());
            return keys.stream().map(key -> sighting(key, attention)).toList();
        });
    }

    private Sighting sighting(WorkloadKey key, Attention attention) {
        Whereabouts where = cache.scheduler().whereabouts(key);
        return new Sighting(where, writerBusy(where.assumption()), attention);
    }

    private boolean writerBusy(@Nullable OpenAssumption open) {
        return open != null && decisions.inHand(open.assumption());
    }

    @Override
    public CompletableFuture<?> renew(WorkloadKey key) {
        return thread.perform(() -> {
            ObjectKey object = new ObjectKey(key.namespace(), key.name());
            if (writerBusy(cache.scheduler().assumption(key))) {
                // It may be carried out at this moment; its result is coming, and has the object put again.
                cache.note(new Change.OfWorkload(object));
            } else {
                cache.renew(object);
            }
        });
    }

    @Override
    public CompletableFuture<?> recount() {
        return thread.perform(() -> cache.scheduler().recount());
    }
}

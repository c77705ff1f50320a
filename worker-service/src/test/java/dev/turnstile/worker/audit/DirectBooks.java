package dev.turnstile.worker.audit;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.OpenAssumption;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.Trial;
import dev.turnstile.core.cycle.Whereabouts;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.state.Attention;
import dev.turnstile.worker.state.ClusterCache;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The scheduler's state, read on the test's own thread, which owns it. */
public final class DirectBooks implements Books {
    static final Attention AT_REST = new Attention(true, true, true, Instant.MIN, Instant.MIN);

    private final ClusterCache cache;
    private final Instant now;
    Predicate<Assumption> inHand = _ -> true;
    Attention attention = AT_REST;

    DirectBooks(ClusterCache cache, Instant now) {
        this.cache = cache;
        this.now = now;
    }

    /** Books of a writer that has these assumptions in hand. */
    public DirectBooks(ClusterCache cache, Instant now, Predicate<Assumption> inHand) {
        this(cache, now);
        this.inHand = inHand;
    }

    private Scheduler scheduler() {
        return cache.scheduler();
    }

    @Override
    public CompletableFuture<Snapshot> snapshot() {
        return CompletableFuture.completedFuture(scheduler().snapshot());
    }

    @Override
    public CompletableFuture<Map<String, WorkloadKey>> preemptors() {
        return CompletableFuture.completedFuture(scheduler().preemptors());
    }

    @Override
    public CompletableFuture<Optional<Trial>> trial(Collection<String> clusterQueues, int mostParked) {
        return CompletableFuture.completedFuture(
                attention.admits() ? Optional.of(scheduler().trial(clusterQueues, mostParked, now)) : Optional.empty());
    }

    @Override
    public CompletableFuture<List<WorkloadKey>> known() {
        return CompletableFuture.completedFuture(scheduler().known());
    }

    @Override
    public CompletableFuture<List<Sighting>> sightings(List<WorkloadKey> keys) {
        return CompletableFuture.completedFuture(
                keys.stream().map(this::sighting).toList());
    }

    private Sighting sighting(WorkloadKey key) {
        Whereabouts where = scheduler().whereabouts(key);
        OpenAssumption open = where.assumption();
        return new Sighting(where, open != null && inHand.test(open.assumption()), attention);
    }

    @Override
    public CompletableFuture<?> renew(WorkloadKey key) {
        cache.renew(new ObjectKey(key.namespace(), key.name()));
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<?> recount() {
        scheduler().recount();
        return CompletableFuture.completedFuture(true);
    }
}

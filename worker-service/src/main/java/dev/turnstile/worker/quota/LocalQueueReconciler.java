package dev.turnstile.worker.quota;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.LocalQueueStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.state.Tally;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps the status of LocalQueues. */
public final class LocalQueueReconciler implements Reconciler<ObjectKey> {
    private final Store<LocalQueue> queues;
    private final Store<ClusterQueue> clusterQueues;
    private final Function<ObjectKey, CompletableFuture<Tally>> tallies;
    private final ObjectWriter writer;
    private final InstantSource clock;
    private final Threads threads;
    private final Pace<ObjectKey> pace;

    /** A reconciler; {@code tallies} asks the cache for a queue's counts. */
    public LocalQueueReconciler(
            Store<LocalQueue> queues,
            Store<ClusterQueue> clusterQueues,
            Function<ObjectKey, CompletableFuture<Tally>> tallies,
            ObjectWriter writer,
            InstantSource clock,
            Threads threads) {
        this.queues = queues;
        this.clusterQueues = clusterQueues;
        this.tallies = tallies;
        this.writer = writer;
        this.clock = clock;
        this.threads = threads;
        this.pace = new Pace<>(Duration.ofSeconds(1), threads::nanoTime);
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        LocalQueue queue = queues.get(key);
        if (queue == null) {
            pace.forget(key);
            return Outcome.done();
        }
        Tally tally = threads.join(tallies.apply(key));
        LocalQueueStatus wanted = status(queue, tally);
        if (wanted.equals(queue.status())) {
            return Outcome.done();
        }
        Duration left = pace.left(key);
        if (left != null && wanted.conditions().equals(queue.status().conditions())) {
            return Outcome.after(left);
        }
        writer.update(
                queues,
                key,
                ObjectWriter.Part.STATUS,
                fresh -> Difference.ofStatus(
                        KubernetesJson.tree(fresh.status()), KubernetesJson.tree(status(fresh, tally))));
        pace.wrote(key);
        return Outcome.done();
    }

    private LocalQueueStatus status(LocalQueue queue, Tally tally) {
        String name = queue.spec().clusterQueue();
        ClusterQueue behind = name == null ? null : clusterQueues.get(ObjectKey.of(name));
        return new LocalQueueStatus(
                Conditions.set(queue.status().conditions(), condition(queue, behind)),
                tally.pending(),
                tally.reserving(),
                tally.admitted(),
                QueueUsage.ofLocalQueue(behind, tally.reservation()),
                QueueUsage.ofLocalQueue(behind, tally.usage()),
                queue.status().fairSharing());
    }

    private Condition condition(LocalQueue queue, @Nullable ClusterQueue behind) {
        QueueConditions.Active active = QueueConditions.of(queue, behind);
        return new Condition(
                ConditionType.ACTIVE,
                ConditionStatus.of(active.holds()),
                queue.metadata().getGeneration(),
                clock.instant(),
                active.reason().text(),
                active.message());
    }
}

package dev.turnstile.worker.quota;

import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.kueue.CohortStatus;
import dev.turnstile.model.kueue.FairSharingStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Keeps the status of Cohorts: their share, where sharing is fair. */
public final class CohortReconciler implements Reconciler<ObjectKey> {
    private final Store<Cohort> cohorts;
    private final Function<String, CompletableFuture<Long>> shares;
    private final ObjectWriter writer;
    private final Threads threads;
    private final Pace<ObjectKey> pace;

    /** A reconciler; {@code shares} reads a cohort's weighted share from the cache. */
    public CohortReconciler(
            Store<Cohort> cohorts,
            Function<String, CompletableFuture<Long>> shares,
            ObjectWriter writer,
            Threads threads) {
        this.cohorts = cohorts;
        this.shares = shares;
        this.writer = writer;
        this.threads = threads;
        this.pace = new Pace<>(Duration.ofSeconds(1), threads::nanoTime);
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        Cohort cohort = cohorts.get(key);
        if (cohort == null) {
            pace.forget(key);
            return Outcome.done();
        }
        long share = threads.join(shares.apply(key.name()));
        CohortStatus wanted = new CohortStatus(new FairSharingStatus(share));
        if (wanted.equals(cohort.status())) {
            return Outcome.done();
        }
        Duration left = pace.left(key);
        if (left != null) {
            return Outcome.after(left);
        }
        writer.update(
                cohorts,
                key,
                ObjectWriter.Part.STATUS,
                fresh -> Difference.ofStatus(KubernetesJson.tree(fresh.status()), KubernetesJson.tree(wanted)));
        pace.wrote(key);
        return Outcome.done();
    }
}

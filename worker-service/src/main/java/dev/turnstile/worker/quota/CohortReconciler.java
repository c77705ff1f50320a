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
import dev.turnstile.worker.cache.Overview;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Keeps the status of Cohorts: their share, where sharing is fair. */
public final class CohortReconciler implements Reconciler<ObjectKey> {
    private final Store<Cohort> cohorts;
    private final Supplier<CompletableFuture<Overview>> overviews;
    private final ObjectWriter writer;
    private final Pace<ObjectKey> pace = new Pace<>(Duration.ofSeconds(1), System::nanoTime);

    /** A reconciler; {@code overviews} asks the cache for all cohorts. */
    public CohortReconciler(
            Store<Cohort> cohorts, Supplier<CompletableFuture<Overview>> overviews, ObjectWriter writer) {
        this.cohorts = cohorts;
        this.overviews = overviews;
        this.writer = writer;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        Cohort cohort = cohorts.get(key);
        if (cohort == null) {
            pace.forget(key);
            return Outcome.done();
        }
        Overview.CohortView view = overviews.get().join().cohorts().get(key.name());
        CohortStatus wanted = new CohortStatus(new FairSharingStatus(view == null ? 0 : view.weightedShare()));
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

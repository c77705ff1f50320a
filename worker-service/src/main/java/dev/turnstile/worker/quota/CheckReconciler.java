package dev.turnstile.worker.quota;

import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.write.Finalizing;

/** Keeps an AdmissionCheck from going while a ClusterQueue names it. */
public final class CheckReconciler implements Reconciler<ObjectKey> {
    private final Store<AdmissionCheck> checks;
    private final Store<ClusterQueue> queues;
    private final ObjectWriter writer;

    public CheckReconciler(Store<AdmissionCheck> checks, Store<ClusterQueue> queues, ObjectWriter writer) {
        this.checks = checks;
        this.queues = queues;
        this.writer = writer;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        AdmissionCheck check = checks.get(key);
        if (check == null) {
            return Outcome.done();
        }
        if (check.metadata().getDeletionTimestamp() == null) {
            Finalizing.add(writer, checks, key);
        } else if (queues.all().stream()
                .noneMatch(queue -> QueueConditions.checkNames(queue).contains(key.name()))) {
            Finalizing.remove(writer, checks, key);
        }
        return Outcome.done();
    }
}

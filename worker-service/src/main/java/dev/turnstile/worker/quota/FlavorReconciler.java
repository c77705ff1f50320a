package dev.turnstile.worker.quota;

import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.write.Finalizing;

/** Keeps a ResourceFlavor from going while a ClusterQueue names it. */
public final class FlavorReconciler implements Reconciler<ObjectKey> {
    private final Store<ResourceFlavor> flavors;
    private final Store<ClusterQueue> queues;
    private final ObjectWriter writer;

    public FlavorReconciler(Store<ResourceFlavor> flavors, Store<ClusterQueue> queues, ObjectWriter writer) {
        this.flavors = flavors;
        this.queues = queues;
        this.writer = writer;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        ResourceFlavor flavor = flavors.get(key);
        if (flavor == null) {
            return Outcome.done();
        }
        if (flavor.metadata().getDeletionTimestamp() == null) {
            Finalizing.add(writer, flavors, key);
        } else if (queues.all().stream().noneMatch(queue -> names(queue, key.name()))) {
            Finalizing.remove(writer, flavors, key);
        }
        return Outcome.done();
    }

    private static boolean names(ClusterQueue queue, String flavor) {
        return queue.spec().resourceGroups().stream()
                .flatMap(group -> group.flavors().stream())
                .anyMatch(quotas -> quotas.name().equals(flavor));
    }
}

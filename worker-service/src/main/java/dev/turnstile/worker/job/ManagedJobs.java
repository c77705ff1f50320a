package dev.turnstile.worker.job;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.worker.inbound.Stores;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Which jobs are ours to hold: those that name a queue, and others where the configuration or a queue says so. */
public final class ManagedJobs {
    private final Supplier<Configuration> configuration;
    private final Stores stores;
    private final ManagedKinds kinds;

    /** Looks namespaces and queues up in these stores; what jobs of these kinds make is theirs. */
    public ManagedJobs(Supplier<Configuration> configuration, Stores stores, ManagedKinds kinds) {
        this.configuration = configuration;
        this.stores = stores;
        this.kinds = kinds;
    }

    /** Whether this job is ours to hold. */
    public boolean contains(ObjectNode job) {
        if (Owners.controls(kinds::contains, job)) {
            return false;
        }
        JobMetadata metadata = JobMetadata.of(job);
        String namespace = metadata.key().namespace();
        return metadata.labels().containsKey(Label.QUEUE_NAME.text())
                || stores.localQueues().get(new ObjectKey(namespace, WorkloadMaker.DEFAULT)) != null
                || (configuration.get().manageJobsWithoutQueueName() && managesNamespace(namespace));
    }

    private boolean managesNamespace(String name) {
        ObjectNode namespace = stores.namespaces().get(ObjectKey.of(name));
        return namespace != null
                && configuration
                        .get()
                        .managesNamespace(
                                JobMetadata.map(namespace.path("metadata").path("labels")));
    }
}

package dev.turnstile.worker.job;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.meta.Labels;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.cache.Stores;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Which jobs are ours to hold: those that name a queue, and others where the configuration or a queue says so. */
public final class ManagedJobs {
    private final Supplier<Configuration> configuration;
    private final Stores stores;

    /** Looks namespaces and queues up in these stores. */
    public ManagedJobs(Supplier<Configuration> configuration, Stores stores) {
        this.configuration = configuration;
        this.stores = stores;
    }

    /** Whether this job is ours to hold. */
    public boolean contains(ObjectNode job) {
        JobMetadata metadata = JobMetadata.of(job);
        String namespace = metadata.key().namespace();
        return metadata.labels().containsKey(Labels.QUEUE_NAME)
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

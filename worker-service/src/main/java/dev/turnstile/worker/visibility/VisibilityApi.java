package dev.turnstile.worker.visibility;

import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.service.extension.Document;
import dev.turnstile.service.extension.ExtensionApi;
import dev.turnstile.service.extension.ResourceAddress;
import dev.turnstile.service.extension.StatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.inbound.Stores;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The pending workloads of ClusterQueues and LocalQueues, from what a worker has read and from its queues. */
public final class VisibilityApi implements ExtensionApi {
    static final String GROUP = "visibility.kueue.x-k8s.io";
    static final List<String> VERSIONS = List.of("v1beta2", "v1beta1");
    static final String CLUSTER_QUEUES = "clusterqueues";
    static final String LOCAL_QUEUES = "localqueues";
    static final String PENDING_WORKLOADS = "pendingworkloads";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Stores stores;
    private final Function<String, CompletableFuture<List<Workload>>> pending;
    private final BooleanSupplier ready;
    private final VisibilityDocuments documents = new VisibilityDocuments();

    /**
     * Answers from these.
     *
     * @param pending the workloads that count as pending in a ClusterQueue, in queue order
     * @param ready whether everything was read
     */
    public VisibilityApi(
            Stores stores, Function<String, CompletableFuture<List<Workload>>> pending, BooleanSupplier ready) {
        this.stores = stores;
        this.pending = pending;
        this.ready = ready;
    }

    @Override
    public boolean ready() {
        return ready.getAsBoolean();
    }

    @Override
    public Optional<Document> document(String path, String accept) {
        return documents.document(path, accept);
    }

    @Override
    public boolean serves(ResourceAddress address) {
        boolean namespaced = !address.namespace().isEmpty();
        return address.group().equals(GROUP)
                && VERSIONS.contains(address.version())
                && address.subresource().equals(PENDING_WORKLOADS)
                && address.resource().equals(namespaced ? LOCAL_QUEUES : CLUSTER_QUEUES);
    }

    @Override
    public byte[] read(ResourceAddress address, UnaryOperator<String> parameters, boolean table) {
        Page page = Page.of(parameters.apply("offset"), parameters.apply("limit"));
        List<PendingWorkload> found = address.namespace().isEmpty()
                ? ofClusterQueue(address.name(), page)
                : ofLocalQueue(address.namespace(), address.name(), page);
        Summary summary = new Summary(found, this::owners);
        return table ? summary.table() : summary.items(GROUP + "/" + address.version());
    }

    private List<PendingWorkload> ofClusterQueue(String name, Page page) {
        if (stores.clusterQueues().get(ObjectKey.of(name)) == null) {
            throw StatusException.notFound(GROUP, "clusterqueue", name);
        }
        return PendingLines.ofClusterQueue(line(name), page);
    }

    private List<PendingWorkload> ofLocalQueue(String namespace, String name, Page page) {
        LocalQueue queue = stores.localQueues().get(new ObjectKey(namespace, name));
        if (queue == null) {
            throw StatusException.notFound(GROUP, "localqueue", name);
        }
        String clusterQueue = Objects.requireNonNullElse(queue.spec().clusterQueue(), "");
        return PendingLines.ofLocalQueue(line(clusterQueue), namespace, name, page);
    }

    private List<Workload> line(String clusterQueue) {
        try {
            return pending.apply(clusterQueue)
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw StatusException.unavailable("the scheduler is busy");
            }
            throw e;
        }
    }

    private List<V1OwnerReference> owners(WorkloadKey key) {
        var workload = stores.workloads().get(new ObjectKey(key.namespace(), key.name()));
        List<V1OwnerReference> references =
                workload == null ? null : workload.metadata().getOwnerReferences();
        return references == null ? List.of() : references;
    }
}

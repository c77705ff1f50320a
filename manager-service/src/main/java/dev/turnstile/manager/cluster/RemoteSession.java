package dev.turnstile.manager.cluster;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Annotations;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One connection to a worker cluster, from the first request until it is lost: its client, its stores, its writer. What
 * it has read can still be looked at after it was closed.
 */
public final class RemoteSession implements AutoCloseable {
    /** Workloads of a cluster. */
    public static final ApiResource WORKLOAD = ApiResource.of(KueueKinds.WORKLOAD);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final ApiConnection connection;
    private final Store<RemoteObject<Workload>> workloads;
    private final Store<RemoteObject<ObjectNode>> jobs;
    private final QueueSights queues = new QueueSights();
    private final Map<ObjectKey, ObjectKey> jobsByWorkload = new ConcurrentHashMap<>();
    private final ObjectWriter writer;
    private final RandomGenerator random;
    private final List<Reflector> reflectors = new ArrayList<>();

    RemoteSession(
            KubeconfigReading.Usable kubeconfig,
            String origin,
            BooleanSupplier leads,
            RandomGenerator random,
            BiConsumer<String, Duration> calls) {
        this.random = random;
        connection = new ApiConnection(client(kubeconfig, calls));
        workloads = new Store<>(WORKLOAD, object -> RemoteObject.workload(object, origin));
        jobs = new Store<>(ApiResource.JOB, object -> RemoteObject.job(object, origin));
        writer = new ObjectWriter(connection, leads, random);
    }

    private static ApiClient client(KubeconfigReading.Usable kubeconfig, BiConsumer<String, Duration> calls) {
        try {
            ApiClient client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig.text())))
                    .build();
            client.setUserAgent("turnstile-manager-service");
            client.setHttpClient(client.getHttpClient()
                    .newBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    .addInterceptor(chain -> {
                        long begin = System.nanoTime();
                        try {
                            return chain.proceed(chain.request());
                        } finally {
                            calls.accept(chain.request().method(), Duration.ofNanos(System.nanoTime() - begin));
                        }
                    })
                    .build());
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks whether the cluster answers in time, and whether it knows us. */
    void probe(Duration within) {
        connection.get("/api", Map.of(), within);
    }

    /** Gives up what is under way: the cluster is lost. What was read can still be looked at. */
    void abandon() {
        close();
        connection.abandon();
    }

    /** Starts to read; returns when everything was read once. */
    void open(RemoteListener listener, Duration patience) throws InterruptedException {
        workloads.listen((key, before, after) -> listener.workloadChanged(key));
        jobs.listen((key, before, after) -> {
            tell(key, before, listener);
            tell(key, after, listener);
        });
        List<CompletableFuture<Boolean>> synced = new ArrayList<>();
        queues.start(connection, random);
        for (Store<?> store : List.of(workloads, jobs)) {
            synced.add(store.whenSynced());
            reflectors.add(Reflector.start(connection, store, random));
        }
        try {
            var _ = CompletableFuture.allOf(synced.toArray(CompletableFuture[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            String problem = problem();
            throw new IllegalStateException(
                    problem == null ? "its objects could not be read within " + patience : problem, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private void tell(ObjectKey job, @Nullable RemoteObject<ObjectNode> object, RemoteListener listener) {
        if (object instanceof RemoteObject.Ours<ObjectNode> ours) {
            String name = ours.object().path(Annotations.PREBUILT_WORKLOAD_NAME).asString("");
            ObjectKey workload = new ObjectKey(job.namespace(), name);
            jobsByWorkload.put(workload, job);
            listener.workloadChanged(workload);
        }
    }

    /** What keeps it from being up to date, or null. */
    @Nullable
    String problem() {
        for (Reflector reflector : reflectors) {
            String problem = reflector.problem();
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** Its Workloads. */
    public Store<RemoteObject<Workload>> workloads() {
        return workloads;
    }

    /** Its Jobs. */
    public Store<RemoteObject<ObjectNode>> jobs() {
        return jobs;
    }

    /** The Job that was made for a Workload, as far as one was ever seen. */
    public @Nullable ObjectKey jobOf(ObjectKey workload) {
        return jobsByWorkload.get(workload);
    }

    /** Its queues, for showing. */
    public QueueSights queues() {
        return queues;
    }

    /** Its lane for writes. */
    public ObjectWriter writer() {
        return writer;
    }

    /** Every workload of which something of ours is there. */
    public Set<ObjectKey> workloadsOfOurs() {
        Set<ObjectKey> keys = new HashSet<>();
        for (RemoteObject<Workload> workload : workloads.all()) {
            if (workload instanceof RemoteObject.Ours<Workload> ours) {
                keys.add(ours.key());
            }
        }
        jobsByWorkload.forEach((workload, job) -> {
            if (jobs.get(job) instanceof RemoteObject.Ours<ObjectNode>) {
                keys.add(workload);
            }
        });
        return keys;
    }

    @Override
    public void close() {
        queues.close();
        reflectors.forEach(Reflector::close);
    }
}

package dev.turnstile.manager.cluster;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Labels;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
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
    private final RemoteCopies jobs;
    private final RemoteCopies pods;
    private final QueueSights queues = new QueueSights();
    private final ObjectWriter writer;
    private final String origin;
    private final RandomGenerator random;
    private final List<Reflector> reflectors = new ArrayList<>();

    RemoteSession(
            KubeconfigReading.Usable kubeconfig,
            String origin,
            BooleanSupplier leads,
            RandomGenerator random,
            Function<String, Runnable> calls) {
        this.random = random;
        this.origin = origin;
        connection = new ApiConnection(client(kubeconfig, calls));
        workloads = new Store<>(WORKLOAD, object -> RemoteObject.workload(object, origin));
        jobs = new RemoteCopies(ApiResource.JOB, "", origin);
        // There may be very many pods that are not ours: only ours are read.
        pods = new RemoteCopies(ApiResource.POD, Labels.MULTIKUEUE_ORIGIN + "=" + origin, origin);
        writer = new ObjectWriter(connection, leads, random);
    }

    private static ApiClient client(KubeconfigReading.Usable kubeconfig, Function<String, Runnable> calls) {
        try {
            ApiClient client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig.text())))
                    .build();
            client.setUserAgent("turnstile-manager-service");
            client.setHttpClient(client.getHttpClient()
                    .newBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    .addInterceptor(chain -> {
                        Runnable answered = calls.apply(chain.request().method());
                        try {
                            return chain.proceed(chain.request());
                        } finally {
                            answered.run();
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
        connection.within(within).get("/api", Map.of());
    }

    /** Gives up what is under way: the cluster is lost. What was read can still be looked at. */
    void abandon() {
        close();
        connection.abandon();
    }

    /** Starts to read; returns when everything was read once. */
    void open(RemoteListener listener, Duration patience) throws InterruptedException {
        workloads.listen((key, before, after) -> listener.workloadChanged(key));
        jobs.listen(listener);
        pods.listen(listener);
        List<CompletableFuture<Boolean>> synced = new ArrayList<>();
        queues.start(connection, random);
        for (Store<?> store : List.of(workloads, jobs.store(), pods.store())) {
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

    /** What keeps it from being up to date, or null. */
    @Nullable
    String problem() {
        List<String> problems = Reflector.problems(reflectors);
        return problems.isEmpty() ? null : problems.getFirst();
    }

    /** Its Workloads. */
    public Store<RemoteObject<Workload>> workloads() {
        return workloads;
    }

    /** Its Jobs. */
    public RemoteCopies jobs() {
        return jobs;
    }

    /** Those of its pods that this manager made. */
    public RemoteCopies pods() {
        return pods;
    }

    /** Finds out whose pod it is that has a name which a copy was to have. */
    public void findOutWhose(ObjectKey pod, ObjectKey workload) {
        try {
            ObjectNode found = connection.get(ApiResource.POD.path(pod), Map.of());
            if (RemoteObject.job(found, origin) instanceof RemoteObject.Foreign<ObjectNode>) {
                pods.take(pod, workload);
            }
        } catch (ApiStatusException e) {
            if (!e.notFound()) {
                throw e;
            }
        }
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
        keys.addAll(jobs.workloads());
        keys.addAll(pods.workloads());
        return keys;
    }

    @Override
    public void close() {
        queues.close();
        reflectors.forEach(Reflector::close);
    }
}

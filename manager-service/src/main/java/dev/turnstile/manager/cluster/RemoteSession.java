package dev.turnstile.manager.cluster;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.audit.Rereading;
import dev.turnstile.service.audit.StoreCheck;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Label;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One connection to a worker cluster, from the first request until it is lost: its client, its stores, its writer. What
 * it has read can still be looked at after it was closed.
 */
public final class RemoteSession implements AutoCloseable {
    /** Workloads of a cluster. */
    public static final ApiResource WORKLOAD = ApiResource.of(KueueKinds.WORKLOAD);

    private final ApiConnection connection;
    private final Store<RemoteObject<Workload>> workloads;
    private final RemoteCopies jobs;
    private final RemoteCopies pods;
    private final QueueSights queues = new QueueSights();
    private final ObjectWriter writer;
    private final String origin;
    private final Threads threads;
    private final List<Reflector> reflectors = new ArrayList<>();
    private volatile boolean restored;

    RemoteSession(ApiConnection connection, String origin, BooleanSupplier leads, Threads threads) {
        this.threads = threads;
        this.origin = origin;
        this.connection = connection;
        workloads = new Store<>(WORKLOAD, Workload.class, object -> RemoteObject.workload(object, origin));
        jobs = new RemoteCopies(ApiResource.JOB, "", origin);
        // There may be very many pods that are not ours: only ours are read.
        pods = new RemoteCopies(ApiResource.POD, Label.MULTIKUEUE_ORIGIN.text() + "=" + origin, origin);
        writer = new ObjectWriter(connection, leads, threads);
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

    /**
     * Starts to read; returns when everything was read once.
     *
     * @param alarm is run whenever something begins to be in the way of that
     */
    void open(RemoteListener listener, Runnable alarm, Duration patience) throws InterruptedException {
        workloads.listen((key, before, after) -> listener.workloadChanged(key));
        jobs.listen(listener);
        pods.listen(listener);
        List<CompletableFuture<Boolean>> synced = new ArrayList<>();
        queues.start(connection, threads);
        for (Store<?> store : List.of(workloads, jobs.store(), pods.store())) {
            synced.add(store.whenSynced());
            Reflector reflector = Reflector.start(connection, store, threads, () -> {
                restored = true;
                alarm.run();
            });
            reflector.whenTroubled(alarm);
            reflectors.add(reflector);
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(synced.toArray(CompletableFuture[]::new));
        if (!threads.await(all, patience)) {
            String problem = problem();
            throw new IllegalStateException(
                    problem == null ? "its objects could not be read within " + patience : problem);
        }
    }

    /**
     * Whether the cluster turned out to be in an earlier state than before: what was read may be of the lost future.
     */
    boolean restored() {
        return restored;
    }

    /** What keeps it from being up to date, or null. */
    @Nullable
    String problem() {
        List<String> problems = Reflector.problems(reflectors);
        return problems.isEmpty() ? null : problems.getFirst();
    }

    public Store<RemoteObject<Workload>> workloads() {
        return workloads;
    }

    public RemoteCopies jobs() {
        return jobs;
    }

    /** Those of its pods that this manager made. */
    public RemoteCopies pods() {
        return pods;
    }

    /** Finds out whose pod it is that has a name which a copy was to have. */
    public void findOutWhose(ObjectKey pod, ObjectKey workload) {
        Optional<ObjectNode> found = read(ApiResource.POD, pod);
        if (found.isPresent() && RemoteObject.job(found.get(), origin) instanceof RemoteObject.Foreign<ObjectNode>) {
            pods.take(pod, workload);
        }
    }

    /**
     * The status of a job or pod as the API server has it now, whatever our watch has shown; empty where there is none
     * that was made for that Workload.
     */
    public Optional<JsonNode> read(RemoteCopies copies, ObjectKey key, ObjectKey workload) {
        return read(copies.store().resource(), key)
                .map(found -> RemoteObject.job(found, origin))
                .filter(found -> found instanceof RemoteObject.Ours<ObjectNode> ours
                        && ours.object()
                                .path(Annotation.PREBUILT_WORKLOAD_NAME.text())
                                .asString("")
                                .equals(workload.name()))
                .map(found -> ((RemoteObject.Ours<ObjectNode>) found).object().path("status"));
    }

    private Optional<ObjectNode> read(ApiResource resource, ObjectKey key) {
        try {
            return Optional.of(connection.get(resource.path(key), Map.of()));
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Whether everything of ours that is there for a Workload is on its way out, and only waits for finalizers. */
    public boolean leaves(ObjectKey workload) {
        boolean replica = workloads.get(workload) instanceof RemoteObject.Ours<Workload> ours && !ours.leaving();
        return !replica
                && Stream.of(jobs, pods)
                        .flatMap(copies -> copies.of(workload).stream())
                        .allMatch(RemoteObject.Ours::leaving);
    }

    /** Reads everything of ours that is known there for a Workload once more. */
    public void readAgain(ObjectKey workload) {
        Rereading.of(connection, workloads, workload);
        for (RemoteCopies copies : List.of(jobs, pods)) {
            copies.of(workload).forEach(copy -> Rereading.of(connection, copies.store(), copy.key()));
        }
    }

    /** Compares what was read there with lists, each kind once in an interval. */
    public StoreCheck check(Duration interval) {
        return new StoreCheck(connection, List.of(workloads, jobs.store(), pods.store()), interval);
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

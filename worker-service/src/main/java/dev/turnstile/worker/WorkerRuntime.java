package dev.turnstile.worker;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Labels;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.LeaderLease;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.cache.Change;
import dev.turnstile.worker.cache.ClusterCache;
import dev.turnstile.worker.cache.QueueListener;
import dev.turnstile.worker.cache.StateThread;
import dev.turnstile.worker.cache.Stores;
import dev.turnstile.worker.job.BatchJob;
import dev.turnstile.worker.job.Integration;
import dev.turnstile.worker.job.JobReconciler;
import dev.turnstile.worker.job.Placements;
import dev.turnstile.worker.job.WorkloadMaker;
import dev.turnstile.worker.quota.ClusterQueueReconciler;
import dev.turnstile.worker.quota.FlavorReconciler;
import dev.turnstile.worker.quota.LocalQueueReconciler;
import dev.turnstile.worker.quota.QueueConditions;
import dev.turnstile.worker.scheduler.CycleListener;
import dev.turnstile.worker.scheduler.DecisionWriter;
import dev.turnstile.worker.scheduler.OutcomeWriter;
import dev.turnstile.worker.scheduler.SchedulerLoop;
import dev.turnstile.worker.workload.Lookups;
import dev.turnstile.worker.workload.WorkloadFacts;
import dev.turnstile.worker.workload.WorkloadReconciler;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The controllers of one cluster, wired. Reads from the start; writes once everything was read and while it leads.
 *
 * <p>{@code docs/worker-service.md} follows one job through the parts.
 */
public final class WorkerRuntime implements AutoCloseable {
    private static final int JOB_WORKERS = 16;
    private static final int WORKLOAD_WORKERS = 16;
    private static final int QUEUE_WORKERS = 4;

    private final ApiConnection connection;
    private final Configuration configuration;
    private final String identity;
    private final Clock clock;
    private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    private final Stores stores = Stores.empty();
    private final Integration jobs = new BatchJob();
    private final Store<ObjectNode> jobStore = new Store<>(jobs.resource(), object -> object);
    private final List<Reflector> reflectors = new ArrayList<>();
    private final List<ControlLoop<ObjectKey>> loops = new ArrayList<>();
    private final ControlLoop<ObjectKey> workloadLoop;
    private final ControlLoop<ObjectKey> jobLoop;
    private final ControlLoop<ObjectKey> clusterQueueLoop;
    private final ControlLoop<ObjectKey> localQueueLoop;
    private final ControlLoop<ObjectKey> flavorLoop;
    private final StateThread<Change> state;
    private final ClusterCache cache;
    private final DecisionWriter decisions;
    private final EventRecorder events;
    private final WorkloadMaker maker;
    private volatile boolean leading;
    private volatile @Nullable LeaderLease lease;

    /** Controllers that do not run yet. */
    public WorkerRuntime(
            ApiClient client,
            Configuration configuration,
            String identity,
            Clock clock,
            List<CycleListener> listeners) {
        this.connection = new ApiConnection(client);
        this.configuration = configuration;
        this.identity = identity;
        this.clock = clock;
        ObjectWriter writer = new ObjectWriter(connection, () -> leading, random);
        events = new EventRecorder(connection, clock, () -> leading, random, identity);
        QueueConditions conditions = new QueueConditions(stores.flavors(), stores.checks());
        Lookups lookups = new Lookups(stores.localQueues(), stores.clusterQueues(), this::ownerGone, clock);
        OutcomeWriter outcomes = new OutcomeWriter(stores.workloads(), writer, events, clock, lookups::checks);
        decisions = new DecisionWriter(outcomes, clock, random);
        cache = new ClusterCache(
                stores,
                WorkerOptions.scheduling(configuration),
                clock,
                conditions::held,
                new QueueChanges(),
                decisions::refuse);
        SchedulerLoop scheduler = new SchedulerLoop(cache, decisions, this::active, clock, listeners);
        state = new StateThread<>("scheduler", scheduler);
        scheduler.runsOn(state);
        maker = new WorkloadMaker(
                jobs.resource(),
                stores.workloads(),
                stores.priorityClasses(),
                stores.podPriorityClasses(),
                writer,
                events,
                WorkerOptions.longestWorkloadName(configuration));
        workloadLoop = loop(
                "workload",
                WORKLOAD_WORKERS,
                new WorkloadReconciler(stores.workloads(), lookups::of, writer, events, clock));
        jobLoop = loop(
                "job",
                JOB_WORKERS,
                new JobReconciler(
                        jobs,
                        jobStore,
                        stores.workloads(),
                        maker,
                        new Placements(stores.flavors()),
                        writer,
                        events,
                        clock,
                        this::managed));
        clusterQueueLoop = loop(
                "clusterqueue",
                QUEUE_WORKERS,
                new ClusterQueueReconciler(
                        stores.clusterQueues(),
                        conditions,
                        name -> state.ask(() -> cache.report(name)),
                        writer,
                        clock));
        localQueueLoop = loop(
                "localqueue",
                QUEUE_WORKERS,
                new LocalQueueReconciler(
                        stores.localQueues(),
                        stores.clusterQueues(),
                        key -> state.ask(() -> cache.tally(key)),
                        writer,
                        clock));
        flavorLoop = loop("flavor", 1, new FlavorReconciler(stores.flavors(), stores.clusterQueues(), writer));
        listen();
    }

    private ControlLoop<ObjectKey> loop(String name, int workers, Reconciler<ObjectKey> reconciler) {
        ControlLoop<ObjectKey> loop =
                new ControlLoop<>(name, workers, key -> active() ? reconciler.reconcile(key) : Outcome.done());
        loops.add(loop);
        return loop;
    }

    /** Starts to read, and to run for the lease or, without leader election, to lead. */
    public void start() {
        state.start();
        decisions.start(cache, state);
        loops.forEach(ControlLoop::start);
        List<CompletableFuture<Boolean>> synced = new ArrayList<>();
        List<Store<?>> all = new ArrayList<>(stores.all());
        all.add(jobStore);
        for (Store<?> store : all) {
            synced.add(store.whenSynced());
            reflectors.add(Reflector.start(connection, store, random));
        }
        var election = configuration.leaderElection();
        if (election.leaderElect()) {
            String namespace =
                    election.resourceNamespace().isEmpty() ? configuration.namespace() : election.resourceNamespace();
            lease = LeaderLease.start(
                    connection,
                    new ObjectKey(namespace, election.resourceName()),
                    identity,
                    new LeaderLease.Times(election.leaseDuration(), election.renewDeadline(), election.retryPeriod()),
                    clock,
                    this::lead);
        } else {
            leading = true;
        }
        var _ = CompletableFuture.allOf(synced.toArray(CompletableFuture[]::new))
                .thenRun(this::lookAtEverything);
    }

    private void lead(boolean now) {
        leading = now;
        if (now && synced()) {
            lookAtEverything();
        }
    }

    private void lookAtEverything() {
        stores.flavors()
                .all()
                .forEach(flavor -> flavorLoop.add(key(flavor.metadata().getName())));
        stores.clusterQueues()
                .all()
                .forEach(queue -> clusterQueueLoop.add(key(queue.metadata().getName())));
        stores.localQueues()
                .all()
                .forEach(queue -> localQueueLoop.add(new ObjectKey(
                        Objects.requireNonNullElse(queue.metadata().getNamespace(), ""),
                        Objects.requireNonNullElse(queue.metadata().getName(), ""))));
        stores.workloads().all().forEach(workload -> workloadLoop.add(WorkloadFacts.key(workload)));
        jobStore.all().forEach(job -> jobLoop.add(keyOf(job)));
        state.nudge();
    }

    private static ObjectKey key(@Nullable String name) {
        return ObjectKey.of(name == null ? "" : name);
    }

    private static ObjectKey keyOf(ObjectNode object) {
        return new ObjectKey(
                object.path("metadata").path("namespace").asString(""),
                object.path("metadata").path("name").asString(""));
    }

    /** Whether everything was read once. */
    public boolean synced() {
        return stores.all().stream().allMatch(Store::synced) && jobStore.synced();
    }

    /** What keeps it from reading, kind by kind; empty where nothing does. */
    public List<String> problems() {
        return reflectors.stream()
                .map(Reflector::problem)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .toList();
    }

    /** Whether this instance writes. */
    public boolean active() {
        return leading && synced();
    }

    /** Whether this instance holds the lease. */
    public boolean leading() {
        return leading;
    }

    private boolean managed(ObjectNode job) {
        ObjectKey key = keyOf(job);
        return job.path("metadata").path("labels").has(Labels.QUEUE_NAME)
                || stores.localQueues().get(new ObjectKey(key.namespace(), "default")) != null
                || (configuration.manageJobsWithoutQueueName() && managesNamespace(key.namespace()));
    }

    private boolean managesNamespace(String name) {
        ObjectNode namespace = stores.namespaces().get(ObjectKey.of(name));
        if (namespace == null) {
            return false;
        }
        java.util.Map<String, String> labels = new java.util.TreeMap<>();
        namespace
                .path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        return configuration.managesNamespace(labels);
    }

    private boolean ownerGone(ObjectKey workload, V1OwnerReference owner) {
        if (!Objects.equals(owner.getKind(), jobs.resource().kind())
                || !Objects.equals(owner.getApiVersion(), jobs.resource().apiVersion())) {
            return false;
        }
        ObjectNode job =
                jobStore.get(new ObjectKey(workload.namespace(), Objects.requireNonNullElse(owner.getName(), "")));
        return job == null || !job.path("metadata").path("uid").asString("").equals(owner.getUid());
    }

    private void listen() {
        stores.workloads().listen((key, before, after) -> {
            state.changed(new Change.OfWorkload(key));
            workloadLoop.add(key);
            Workload known = after == null ? before : after;
            V1OwnerReference owner = known == null ? null : WorkloadFacts.owner(known);
            if (owner != null && jobs.resource().kind().equals(owner.getKind())) {
                jobLoop.add(new ObjectKey(key.namespace(), Objects.requireNonNullElse(owner.getName(), "")));
            }
        });
        jobStore.listen((key, before, after) -> {
            jobLoop.add(key);
            if (after == null && before != null) {
                workloadLoop.add(maker.nameOf(before));
            }
        });
        stores.clusterQueues().listen(this::clusterQueueChanged);
        stores.localQueues().listen(this::localQueueChanged);
        stores.cohorts().listen((key, before, after) -> state.changed(new Change.OfCohort(key.name())));
        stores.namespaces().listen((key, before, after) -> state.changed(new Change.OfNamespace(key.name())));
        stores.flavors().listen((key, before, after) -> {
            state.changed(new Change.OfFlavor(key.name()));
            flavorLoop.add(key);
            allClusterQueues();
        });
        stores.checks().listen((key, before, after) -> {
            state.changed(new Change.OfCheck(key.name()));
            allClusterQueues();
        });
        stores.priorityClasses()
                .listen((key, before, after) ->
                        maker.waitingFor(key.name(), jobStore.all()).forEach(jobLoop::add));
    }

    private void allClusterQueues() {
        stores.clusterQueues()
                .all()
                .forEach(queue -> clusterQueueLoop.add(key(queue.metadata().getName())));
    }

    private void clusterQueueChanged(ObjectKey key, @Nullable ClusterQueue before, @Nullable ClusterQueue after) {
        clusterQueueLoop.add(key);
        boolean sameSpec = before != null
                && after != null
                && before.spec().equals(after.spec())
                && Objects.equals(
                        before.metadata().getDeletionTimestamp(),
                        after.metadata().getDeletionTimestamp());
        if (!sameSpec) {
            state.changed(new Change.OfClusterQueue(key.name()));
            stores.flavors()
                    .all()
                    .forEach(flavor -> flavorLoop.add(key(flavor.metadata().getName())));
        }
        boolean same = sameSpec
                && before != null
                && after != null
                && before.status().conditions().equals(after.status().conditions());
        if (!same) {
            for (LocalQueue queue : stores.localQueues().all()) {
                if (key.name().equals(queue.spec().clusterQueue())) {
                    ObjectKey localKey = new ObjectKey(
                            Objects.requireNonNullElse(queue.metadata().getNamespace(), ""),
                            Objects.requireNonNullElse(queue.metadata().getName(), ""));
                    localQueueLoop.add(localKey);
                    workloadsOf(localKey);
                }
            }
        }
    }

    private void localQueueChanged(ObjectKey key, @Nullable LocalQueue before, @Nullable LocalQueue after) {
        localQueueLoop.add(key);
        if (before == null || after == null || !before.spec().equals(after.spec())) {
            state.changed(new Change.OfLocalQueue(key));
            workloadsOf(key);
        }
    }

    private void workloadsOf(ObjectKey localQueue) {
        for (Workload workload : stores.workloads().all()) {
            ObjectKey key = WorkloadFacts.key(workload);
            if (key.namespace().equals(localQueue.namespace())
                    && localQueue.name().equals(workload.spec().queueName())) {
                workloadLoop.add(key);
            }
        }
    }

    /** Passes the cache's changes on to those who write statuses. */
    private final class QueueChanges implements QueueListener {
        @Override
        public void clusterQueueChanged(String name) {
            clusterQueueLoop.add(ObjectKey.of(name));
        }

        @Override
        public void localQueueChanged(ObjectKey key) {
            localQueueLoop.add(key);
        }
    }

    /** Ends: gives the lease back, writes and reads nothing more. */
    @Override
    public void close() {
        LeaderLease held = lease;
        if (held != null) {
            held.close();
        }
        leading = false;
        loops.forEach(ControlLoop::close);
        decisions.close();
        events.close();
        reflectors.forEach(Reflector::close);
        state.close();
    }
}

package dev.turnstile.manager;

import dev.turnstile.manager.audit.GroupCheck;
import dev.turnstile.manager.audit.RemoteStoreCheck;
import dev.turnstile.manager.check.CheckReconciler;
import dev.turnstile.manager.check.Fleet;
import dev.turnstile.manager.cluster.ClusterReconciler;
import dev.turnstile.manager.cluster.KubeconfigSource;
import dev.turnstile.manager.cluster.QueueSights;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteConnector;
import dev.turnstile.manager.cluster.RemoteListener;
import dev.turnstile.manager.collect.Collector;
import dev.turnstile.manager.console.ConsoleSource;
import dev.turnstile.manager.console.FleetPicture;
import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.manager.group.GroupReader;
import dev.turnstile.manager.group.GroupsNow;
import dev.turnstile.manager.group.OwnerIndex;
import dev.turnstile.manager.inbound.CopyReaders;
import dev.turnstile.manager.inbound.JobCopyReader;
import dev.turnstile.manager.inbound.PodCopyReader;
import dev.turnstile.manager.observe.ManagerMetrics;
import dev.turnstile.manager.observe.OrchestrationEndpoint;
import dev.turnstile.manager.plan.GroupSettings;
import dev.turnstile.manager.reconcile.GroupFeedback;
import dev.turnstile.manager.reconcile.GroupReconciler;
import dev.turnstile.manager.trail.DecisionTrail;
import dev.turnstile.manager.write.ClusterWriter;
import dev.turnstile.manager.write.CopyWriters;
import dev.turnstile.manager.write.GateReports;
import dev.turnstile.manager.write.GateWriter;
import dev.turnstile.manager.write.GroupWriter;
import dev.turnstile.manager.write.Lanes;
import dev.turnstile.manager.write.ReplicaWriter;
import dev.turnstile.manager.write.WorkloadWriter;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.Leadership;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.Resting;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.audit.StoreCheck;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Readers;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Unreadable;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The controllers of the manager, wired. Reads from the start, connects to worker clusters once its own was read,
 * writes while it leads.
 *
 * <p>{@code docs/manager-service.md} follows one job through the parts.
 */
public final class ManagerRuntime implements AutoCloseable {
    private final ApiConnection connection;
    private final Supplier<Configuration> configuration;
    private final Clock clock;
    private static final int GROUP_WORKERS = 32;

    private final Threads threads;
    private final ManagerStores stores;
    private final Fleet fleet;
    private final RemoteClusters remotes;
    private final EventRecorder events;
    private final Readers readers = new Readers();
    private final List<ControlLoop<ObjectKey>> loops = new ArrayList<>();
    private final ControlLoop<ObjectKey> clusterLoop;
    private final ControlLoop<ObjectKey> checkLoop;
    private final ControlLoop<ObjectKey> groupLoop;
    private final GroupMemories memories;
    private final GroupsNow groups;
    private final DecisionTrail trail = new DecisionTrail();
    private final QueueSights queues = new QueueSights();
    private final Lanes lanes;
    private final Collector collector;
    private final ManagerMetrics metrics;
    private final OwnerIndex owners = new OwnerIndex();
    private final ObservationRegistry observations;
    private final Leadership leadership;

    /** Controllers that do not run yet; the configuration is asked each time. */
    public ManagerRuntime(
            ApiConnection connection,
            RemoteConnector connector,
            Threads threads,
            Supplier<Configuration> configuration,
            String identity,
            Clock clock,
            MeterRegistry registry,
            ObservationRegistry observations) {
        this.connection = connection;
        this.threads = threads;
        this.observations = observations;
        this.configuration = configuration;
        this.clock = clock;
        Configuration start = configuration.get();
        leadership = new Leadership(
                start.leaderElection(),
                start.namespace(),
                start.leaderElection().resourceName() + "-manager",
                identity,
                clock);
        stores = ManagerStores.empty(start.namespace());
        readers.add(stores.all());
        fleet = new Fleet(stores.checks(), stores.configs(), stores.clusters());
        ObjectWriter writer = new ObjectWriter(connection, this::active, threads);
        events = new EventRecorder(connection, clock, this::leading, threads, identity);
        remotes = new RemoteClusters(
                start.multiKueue().origin(), this::active, clock, threads, connector, new RemoteChanges());
        clusterLoop = new ControlLoop<>(
                threads,
                "cluster",
                4,
                new ClusterReconciler(
                        stores.clusters(),
                        new KubeconfigSource(stores.secrets(), start.namespace()),
                        remotes,
                        writer,
                        this::active,
                        clock));
        loops.add(clusterLoop);
        checkLoop = loop("check", 2, new CheckReconciler(fleet, writer, clock));
        metrics = new ManagerMetrics(registry, clock);
        memories = new GroupMemories(clock);
        CopyReaders copyReaders = new CopyReaders(new JobCopyReader(stores.jobs()), new PodCopyReader(stores.pods()));
        GroupReader reader = new GroupReader(stores.workloads(), fleet, remotes, copyReaders);
        groups = new GroupsNow(reader, memories, clock);
        CopyWriters copies = new CopyWriters(copyReaders, writer, clock);
        GroupFeedback feedback = new GroupFeedback(memories, this::lookAt);
        lanes = new Lanes(
                new ClusterWriter(stores.workloads(), remotes, new ReplicaWriter(clock, metrics), copies, feedback),
                threads);
        WorkloadWriter workloads = new WorkloadWriter(stores.workloads(), writer, events, clock, metrics);
        GateWriter gates = new GateWriter(workloads, lanes, feedback, new GateReports(events, trail, clock, metrics));
        groupLoop = loop(
                "group",
                GROUP_WORKERS,
                counted(new GroupReconciler(
                        reader,
                        memories,
                        new GroupWriter(memories, remotes, workloads, copies, gates, lanes),
                        lanes,
                        this::settings,
                        clock,
                        metrics)));
        collector = new Collector(
                stores.workloads(),
                fleet::names,
                remotes,
                () -> configuration.get().multiKueue().gcInterval(),
                this::active,
                this::lookAt,
                threads);
        listen();
    }

    private GroupSettings settings() {
        return GroupSettings.of(configuration.get());
    }

    private void lookAt(ObjectKey group) {
        groupLoop.add(group);
    }

    private Reconciler<ObjectKey> counted(Reconciler<ObjectKey> groups) {
        return key -> {
            metrics.lookedAt();
            return groups.reconcile(key);
        };
    }

    private ControlLoop<ObjectKey> loop(String name, int workers, Reconciler<ObjectKey> reconciler) {
        ControlLoop<ObjectKey> loop =
                new ControlLoop<>(threads, name, workers, Resting.unless(this::active, reconciler));
        loops.add(loop);
        return loop;
    }

    /** Starts to read, and to run for the lease or, without leader election, to lead. */
    public void start() {
        queues.start(connection, threads);
        collector.start();
        leadership.start(connection, threads, readers::readAnew, this::lookAtEverything);
        readers.start(
                connection,
                threads,
                () -> {
                    loops.forEach(ControlLoop::start);
                    lookAtEverything();
                },
                this::reportUnreadable);
    }

    private void reportUnreadable(Unreadable skipped) {
        events.warnOnce(
                EventTarget.of(skipped),
                Component.WORKLOAD_CONTROLLER.text(),
                EventReason.UNREADABLE.text(),
                skipped.toString());
    }

    /** What reads its own cluster. */
    List<Reflector> reflectors() {
        return readers.all();
    }

    /** Looks at every group again, as after a change of the configuration. */
    public void lookAtEverything() {
        stores.workloads().all().forEach(workload -> groupLoop.add(Keys.of(workload)));
        stores.clusters().all().forEach(cluster -> clusterLoop.add(Keys.of(cluster)));
        stores.checks().all().forEach(check -> checkLoop.add(Keys.of(check)));
    }

    private void listen() {
        stores.clusters().listen((key, before, after) -> {
            clusterLoop.add(key);
            fleet.checksOfCluster(key.name()).forEach(checkLoop::add);
        });
        stores.secrets()
                .listen((key, before, after) -> stores.clusters().all().stream()
                        .filter(cluster -> Keys.names(cluster, key.name()))
                        .forEach(cluster -> clusterLoop.add(Keys.of(cluster))));
        stores.configs().listen((key, before, after) -> {
            fleet.checksOfConfig(key.name()).forEach(checkLoop::add);
            waiting();
        });
        stores.checks().listen((key, before, after) -> {
            checkLoop.add(key);
            if (before == null || after == null || !before.spec().equals(after.spec())) {
                waiting();
            }
        });
        stores.workloads().listen(this::workloadChanged);
        stores.jobs().listen((key, before, after) -> owners.ofJob(key).forEach(groupLoop::add));
        stores.pods().listen((key, before, after) -> owners.ofPod(key).forEach(groupLoop::add));
    }

    private void workloadChanged(ObjectKey key, @Nullable Workload before, @Nullable Workload after) {
        owners.note(key, before, after);
        groupLoop.add(key);
    }

    /** Those that may be offered elsewhere now. */
    private void waiting() {
        stores.workloads().all().stream()
                .filter(workload -> !workload.status().admissionChecks().isEmpty())
                .forEach(workload -> groupLoop.add(Keys.of(workload)));
    }

    /** Whether everything of its own cluster was read once. */
    public boolean synced() {
        return readers.synced();
    }

    /** What keeps it from reading its own cluster, kind by kind; empty where nothing does. */
    public List<String> problems() {
        return readers.problems();
    }

    /** Whether this instance writes. */
    public boolean active() {
        return leading() && readers.current();
    }

    /** Whether this instance holds the lease. */
    public boolean leading() {
        return leadership.leading();
    }

    /** Which of its replicas this is: {@code standalone}, {@code leader} or {@code follower}. */
    public String role() {
        return leadership.role();
    }

    /** The worker clusters, for those who tell of them. */
    public RemoteClusters remotes() {
        return remotes;
    }

    /** Compares what this manager keeps in memory with all clusters; does not run yet. */
    public Auditor auditor(AuditSettings settings) {
        return new Auditor(
                settings,
                List.of(
                        new StoreCheck(connection, readers.stores(), settings.listInterval()),
                        new RemoteStoreCheck(remotes, settings.listInterval()),
                        new GroupCheck(
                                connection,
                                stores.workloads(),
                                fleet,
                                remotes,
                                groups,
                                trail,
                                () -> settings().placement().orchestratedPreemption(),
                                key -> groupLoop.attends(key) || lanes.attend(key),
                                this::lookAt)),
                this::active,
                clock);
    }

    /** What it remembers of groups. */
    GroupMemories memories() {
        return memories;
    }

    /** What the console draws. */
    public ConsoleSource console() {
        return new FleetPicture(
                stores.workloads(),
                queues,
                remotes,
                groups,
                trail,
                () -> configuration.get().multiKueue().singleClusterPreemptionTimeout());
    }

    /** What was decided about gates. */
    public OrchestrationEndpoint orchestration() {
        return new OrchestrationEndpoint(groups, trail, clock);
    }

    /** Passes on what happens in worker clusters. */
    private final class RemoteChanges implements RemoteListener {
        private final Map<String, Boolean> connected = new ConcurrentHashMap<>();

        @Override
        public void workloadChanged(ObjectKey workload) {
            groupLoop.add(workload);
        }

        @Override
        public void linkChanged(String cluster) {
            clusterLoop.add(ObjectKey.of(cluster));
            metrics.cluster(cluster, remotes);
            RemoteCluster remote = remotes.get(cluster);
            if (remote == null) {
                lanes.remove(cluster);
                connected.remove(cluster);
                waiting();
                return;
            }
            boolean now = remote.link().connected();
            if (!Boolean.valueOf(now).equals(connected.put(cluster, now))) {
                waiting();
            }
        }

        @Override
        public Runnable calling(String cluster, String verb) {
            Observation span = Observation.createNotStarted("turnstile.remote.call", observations)
                    .lowCardinalityKeyValue("cluster", cluster)
                    .lowCardinalityKeyValue("verb", verb)
                    .start();
            long begin = threads.nanoTime();
            return () -> {
                metrics.called(cluster, verb, Duration.ofNanos(threads.nanoTime() - begin));
                span.stop();
            };
        }
    }

    /** Ends: gives the lease back, writes and reads nothing more. */
    @Override
    public void close() {
        leadership.close();
        collector.close();
        loops.forEach(ControlLoop::close);
        lanes.close();
        remotes.close();
        events.close();
        queues.close();
        readers.close();
    }
}

package dev.turnstile.manager;

import dev.turnstile.manager.audit.GroupCheck;
import dev.turnstile.manager.audit.GroupPlaces;
import dev.turnstile.manager.audit.RemoteStoreCheck;
import dev.turnstile.manager.check.CheckReconciler;
import dev.turnstile.manager.cluster.ClusterReconciler;
import dev.turnstile.manager.cluster.KubeconfigSource;
import dev.turnstile.manager.cluster.QueueSights;
import dev.turnstile.manager.cluster.RemoteAccess;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteConnector;
import dev.turnstile.manager.collect.Collector;
import dev.turnstile.manager.console.ConsoleSource;
import dev.turnstile.manager.console.FleetPicture;
import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.manager.observe.ManagerMetrics;
import dev.turnstile.manager.observe.OrchestrationEndpoint;
import dev.turnstile.manager.observe.RemoteCalls;
import dev.turnstile.manager.observe.Telemetry;
import dev.turnstile.manager.plan.GroupSettings;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.service.apply.Resting;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.audit.StoreCheck;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.thread.Threads;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/**
 * The controllers of the manager, wired. Reads from the start, connects to worker clusters once its own was read,
 * writes while it leads.
 *
 * <p>{@code docs/manager-service.md} follows one job through the parts.
 */
public final class ManagerRuntime implements AutoCloseable {
    private final Supplier<Configuration> configuration;
    private final Clock clock;
    private final Threads threads;
    private final OwnCluster own;
    private final RemoteClusters remotes;
    private final ControlLoop<ObjectKey> clusterLoop;
    private final ControlLoop<ObjectKey> checkLoop;
    private final DispatchLoop groups;
    private final Wakeups wakeups;
    private final Collector collector;

    /** The queues of our own cluster, for the console; read by threads of their own. */
    private final QueueSights queues = new QueueSights();

    /** Controllers that do not run yet; the configuration is asked each time. */
    public ManagerRuntime(
            ApiConnection connection,
            RemoteConnector connector,
            Threads threads,
            Supplier<Configuration> configuration,
            String identity,
            Clock clock,
            Telemetry telemetry) {
        this.threads = threads;
        this.configuration = configuration;
        this.clock = clock;
        Configuration start = configuration.get();
        ManagerMetrics metrics = new ManagerMetrics(telemetry.metrics(), clock);
        own = new OwnCluster(connection, start, identity, clock, threads);
        remotes = new RemoteClusters(
                new RemoteAccess(start.multiKueue().origin(), own::active, clock, threads, connector));
        clusterLoop = new ControlLoop<>(
                threads,
                "cluster",
                4,
                new ClusterReconciler(
                        own.stores().clusters(),
                        new KubeconfigSource(
                                own.stores().secrets(),
                                start.namespace(),
                                Path.of(start.multiKueue().kubeconfigFolder())),
                        remotes,
                        own.writer(),
                        own::active,
                        clock));
        checkLoop = new ControlLoop<>(
                threads,
                "check",
                2,
                Resting.unless(own::active, new CheckReconciler(own.fleet(), own.writer(), clock)));
        groups = new DispatchLoop(own, remotes, this::settings, metrics, clock, threads);
        collector = new Collector(
                own.stores().workloads(),
                own.fleet()::names,
                remotes,
                () -> configuration.get().multiKueue().gcInterval(),
                own::active,
                groups::enqueue,
                threads);
        wakeups = new Wakeups(own, clusterLoop, checkLoop, groups);
        wakeups.listen();
        remotes.listen(new RemoteChanges(remotes, clusterLoop, groups, wakeups, metrics));
        remotes.listen(new RemoteCalls(metrics, telemetry.spans(), threads));
    }

    private GroupSettings settings() {
        return GroupSettings.of(configuration.get());
    }

    /** Starts to read, and to run for the lease or, without leader election, to lead. */
    public void start() {
        queues.start(own.connection(), threads);
        collector.start();
        own.start(
                () -> {
                    clusterLoop.start();
                    checkLoop.start();
                    groups.start();
                    enqueueEverything();
                },
                this::enqueueEverything);
    }

    /** What reads its own cluster. */
    List<Reflector> reflectors() {
        return own.readers().all();
    }

    /** How many events were not sent. */
    long eventsDropped() {
        return own.events().dropped();
    }

    /** Requeues every group, as after a change of the configuration. */
    public void enqueueEverything() {
        wakeups.everything();
    }

    /** Whether everything of its own cluster was read once. */
    public boolean synced() {
        return own.readers().synced();
    }

    /** What keeps it from reading its own cluster, kind by kind; empty where nothing does. */
    public List<String> problems() {
        return own.readers().problems();
    }

    /** Whether this instance writes. */
    public boolean active() {
        return own.active();
    }

    /** Whether this instance holds the lease. */
    public boolean leading() {
        return own.leadership().leading();
    }

    /** Which of its replicas this is: {@code standalone}, {@code leader} or {@code follower}. */
    public String role() {
        return own.leadership().role();
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
                        new StoreCheck(own.connection(), own.readers().stores(), settings.listInterval()),
                        new RemoteStoreCheck(remotes, settings.listInterval()),
                        new GroupCheck(
                                new GroupPlaces(own.connection(), own.stores().workloads(), own.fleet(), remotes),
                                groups.groups(),
                                groups.trail(),
                                () -> settings().placement().orchestratedPreemption(),
                                groups::attends,
                                groups::enqueue)),
                own::active,
                clock);
    }

    /** What it remembers of groups. */
    GroupMemories memories() {
        return groups.memories();
    }

    /** What the console draws. */
    public ConsoleSource console() {
        return new FleetPicture(
                own.stores().workloads(),
                queues,
                remotes,
                groups.groups(),
                groups.trail(),
                () -> configuration.get().multiKueue().singleClusterPreemptionTimeout());
    }

    /** What was decided about gates. */
    public OrchestrationEndpoint orchestration() {
        return new OrchestrationEndpoint(groups.groups(), groups.trail(), clock);
    }

    /** Ends: gives the lease back, writes and reads nothing more. */
    @Override
    public void close() {
        own.resign();
        collector.close();
        clusterLoop.close();
        checkLoop.close();
        groups.close();
        remotes.close();
        queues.close();
        own.close();
    }
}

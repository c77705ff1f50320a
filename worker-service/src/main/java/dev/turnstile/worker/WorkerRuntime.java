package dev.turnstile.worker;

import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.model.feature.Feature;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.Leadership;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.audit.StoreCheck;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.Readers;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Unreadable;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.worker.audit.PlaceCheck;
import dev.turnstile.worker.audit.QueueCheck;
import dev.turnstile.worker.endpoint.Inspection;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.enqueue.StoppedQueues;
import dev.turnstile.worker.inbound.ResourceRules;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.job.HeldJobs;
import dev.turnstile.worker.job.JobController;
import dev.turnstile.worker.job.JobEnvironment;
import dev.turnstile.worker.job.JobKind;
import dev.turnstile.worker.job.ManagedJobs;
import dev.turnstile.worker.job.ManagedKinds;
import dev.turnstile.worker.metrics.WorkerMetrics;
import dev.turnstile.worker.observe.DecisionLog;
import dev.turnstile.worker.outbound.OutcomeWriter;
import dev.turnstile.worker.quota.QueueConditions;
import dev.turnstile.worker.state.CacheSources;
import dev.turnstile.worker.visibility.VisibilityApi;
import dev.turnstile.worker.workload.ConstraintWarnings;
import dev.turnstile.worker.workload.LifecycleRules;
import dev.turnstile.worker.workload.Lookups;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The controllers of one cluster, wired. Reads from the start; writes once everything was read and while it leads.
 *
 * <p>Every part listens to what it reads by itself. {@code docs/worker-service.md} follows one job through the parts.
 */
public final class WorkerRuntime implements AutoCloseable {
    private final ApiConnection connection;
    private final Threads threads;
    private final Clock clock;
    private final Readers readers = new Readers();
    private final Leadership leadership;
    private final Loops loops;
    private final EventRecorder events;
    private final Stores stores;
    private final Surroundings surroundings;
    private final PreEnqueueGates gates;
    private final Scheduling scheduling;
    private final QueueLoops queues;
    private final WorkloadLoop workloads;
    private final JobControllers jobs = new JobControllers();
    private final WorkerMetrics metrics;
    private final Inspection inspection;
    /** What else runs when this instance may have become active. Safe for any thread. */
    private final List<Runnable> whenActive = new CopyOnWriteArrayList<>();

    /** Parts that do not run yet, in the direction of the data. */
    WorkerRuntime(WorkerBuilder given) {
        connection = given.connection();
        threads = given.threads();
        clock = given.clock();
        ReloadableConfiguration reloadable = given.configuration();
        Configuration configuration = reloadable.current();
        LifecycleRules rules = new LifecycleRules(reloadable::current);
        leadership = leadership(configuration, given.identity(), clock);
        loops = new Loops(threads, this::active);

        stores = Stores.empty();
        readers.add(stores.all());
        surroundings = stores.surroundings(new ResourceRules(configuration.resources()));
        events = new EventRecorder(connection, clock, leadership::leading, threads, given.identity());
        WriteAccess access = new WriteAccess(new ObjectWriter(connection, this::active, threads), events, clock);
        QueueConditions conditions = new QueueConditions(stores.flavors(), stores.checks());
        gates = new PreEnqueueGates(holding(stores, given.beans()), this::heldByFailure);
        Lookups lookups = new Lookups(
                stores.localQueues(),
                stores.clusterQueues(),
                conditions::obstructed,
                jobs::ownerGone,
                gates::heldBy,
                rules);

        scheduling = new Scheduling(
                new CacheSources(stores, surroundings, gates, conditions::held),
                WorkerOptions.scheduling(configuration, given.settings()),
                new OutcomeWriter(stores.workloads(), surroundings, access, lookups::checks, given.textInterval()),
                new Scheduling.Permission(this::active, rules::blockAdmission),
                clock,
                threads,
                given.listeners());

        // Every part listens to what is read by itself, and is notified in the order in which the parts began to
        // listen.
        boolean fairSharing = configuration.fairSharing() != null;
        queues = new QueueLoops(loops, stores, conditions, scheduling, access, threads, fairSharing);
        queues.listen();
        HeldJobs held = new HeldJobs(configuration.features().enabled(Feature.SCHEDULING_GATED_BY), events);
        metrics = new WorkerMetrics(
                stores,
                reloadable::current,
                scheduling::overview,
                jobs::ownerCreated,
                held,
                leadership::leading,
                clock);
        scheduling.listen();
        workloads = new WorkloadLoop(loops, stores, lookups, access, constraintWarnings(configuration));
        scheduling.notify(queues);
        scheduling.notify(workloads);
        scheduling.notify(metrics);
        scheduling.notify(new DecisionLog());
        // A limit that is shorter now may be over already.
        reloadable.onChange(_ -> enqueueEverything());
        addJobs(given.kinds(), environment(reloadable, rules, access, held, given.kinds()));
        inspection =
                new Inspection(stores, scheduling::overview, scheduling::explain, scheduling::waiting, gates::heldBy);
    }

    private ConstraintWarnings constraintWarnings(Configuration configuration) {
        return new ConstraintWarnings(configuration.features().enabled(Feature.WORKLOAD_ADMISSION_CONSTRAINTS), events);
    }

    private static Leadership leadership(Configuration configuration, String identity, Clock clock) {
        return new Leadership(
                configuration.leaderElection(),
                configuration.namespace(),
                configuration.leaderElection().resourceName(),
                identity,
                clock);
    }

    private static List<PreEnqueue> holding(Stores stores, List<PreEnqueue> beans) {
        List<PreEnqueue> holding = new ArrayList<>(List.of(new StoppedQueues(stores.localQueues())));
        holding.addAll(beans);
        return holding;
    }

    private JobEnvironment environment(
            ReloadableConfiguration reloadable,
            LifecycleRules rules,
            WriteAccess access,
            HeldJobs held,
            List<JobKind> kinds) {
        Configuration configuration = reloadable.current();
        return new JobEnvironment(
                new JobEnvironment.Settings(
                        configuration,
                        rules,
                        () -> reloadable.current().integrations().labelKeysToCopy()),
                stores,
                access,
                new ManagedJobs(reloadable::current, stores, ManagedKinds.of(kinds, configuration.integrations())),
                held,
                new JobEnvironment.Feedback(workloads::add, metrics::measure),
                new JobEnvironment.Execution(threads, loops));
    }

    private void addJobs(List<JobKind> kinds, JobEnvironment environment) {
        for (JobKind kind : kinds) {
            if (environment.configuration().integrations().manages(kind.framework())) {
                JobController controller = kind.controller(environment);
                readers.add(controller.stores());
                jobs.add(controller);
            }
        }
    }

    private void heldByFailure(Workload workload, Wait why) {
        events.warning(
                WorkloadFacts.target(workload),
                Component.ADMISSION.text(),
                why.reason().text(),
                why.message().text());
    }

    /** Answers questions about what this worker sees and would do. */
    public Inspection inspection() {
        return inspection;
    }

    /** The pending workloads of its queues, whether it leads or not. */
    public VisibilityApi visibility() {
        return new VisibilityApi(stores, scheduling::pending, this::synced);
    }

    /** What this worker measures. */
    public WorkerMetrics metrics() {
        return metrics;
    }

    /** Starts to read, and to run for the lease or, without leader election, to lead. */
    public void start() {
        scheduling.start();
        loops.start();
        leadership.start(connection, threads, readers::reread, this::begin);
        readers.start(connection, threads, this::begin, this::reportUnreadable);
    }

    private void reportUnreadable(Unreadable skipped) {
        events.warnOnce(
                EventTarget.of(skipped),
                Component.WORKLOAD_CONTROLLER.text(),
                EventReason.UNREADABLE.text(),
                skipped.toString());
    }

    /** This instance may have become active: what it could not write before, and did not see happen, is made up for. */
    private void begin() {
        enqueueEverything();
        workloads.followPriorityClasses();
    }

    private void enqueueEverything() {
        queues.enqueueEverything();
        workloads.enqueueEverything();
        jobs.enqueueEverything();
        scheduling.resume();
        whenActive.forEach(Runnable::run);
    }

    /** What its loops run on. */
    Threads threads() {
        return threads;
    }

    /** Compares what this worker keeps in memory with the API; does not run yet. */
    public Auditor auditor(AuditSettings settings) {
        return new Auditor(
                settings,
                List.of(
                        new StoreCheck(connection, readers.stores(), settings.listInterval()),
                        new PlaceCheck(connection, stores, surroundings, gates, scheduling.books(), threads),
                        new QueueCheck(connection, stores.workloads(), scheduling.books(), threads)),
                this::active,
                clock);
    }

    /** What it has read of what every worker reads. */
    Stores stores() {
        return stores;
    }

    /** Has that run whenever this instance may have become active. */
    void whenActive(Runnable more) {
        whenActive.add(more);
    }

    /** Whether everything was read once. */
    public boolean synced() {
        return readers.synced();
    }

    /** What keeps it from reading, kind by kind; empty where nothing does. */
    public List<String> problems() {
        return readers.problems();
    }

    /** What reads for it. */
    List<Reflector> reflectors() {
        return readers.all();
    }

    /** How many events were not told. */
    long eventsDropped() {
        return events.dropped();
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

    /** Ends: gives the lease back, writes and reads nothing more. */
    @Override
    public void close() {
        leadership.close();
        loops.close();
        events.close();
        readers.close();
        scheduling.close();
    }
}

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
import dev.turnstile.service.informer.ObjectKey;
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
import dev.turnstile.worker.state.CycleListener;
import dev.turnstile.worker.state.Overview;
import dev.turnstile.worker.state.QueueReport;
import dev.turnstile.worker.state.Tally;
import dev.turnstile.worker.workload.LifecycleRules;
import dev.turnstile.worker.workload.Lookups;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The controllers of one cluster, wired. Reads from the start; writes once everything was read and while it leads.
 *
 * <p>Every part listens to what it reads by itself. {@code docs/worker-service.md} follows one job through the parts.
 */
public final class WorkerRuntime implements AutoCloseable {
    private final ApiConnection connection;
    private final Threads threads;
    private final Readers readers = new Readers();
    private final Leadership leadership;
    private final Loops loops;
    private final EventRecorder events;
    private final QueueLoops queues;
    private final WorkerMetrics metrics;
    private final Inspection inspection;
    private final Scheduling scheduling;
    private final WorkloadLoop workloads;
    private final List<JobController> jobs = new ArrayList<>();
    private final List<Runnable> whenActive = new CopyOnWriteArrayList<>();
    private final Stores stores;
    private final Surroundings surroundings;
    private final PreEnqueueGates gates;
    private final Clock clock;

    /** Controllers of a configuration that does not change. */
    public WorkerRuntime(
            ApiConnection connection,
            Threads threads,
            Configuration configuration,
            String identity,
            Clock clock,
            List<? extends JobKind> kinds,
            List<CycleListener> listeners) {
        this(
                connection,
                threads,
                new ReloadableConfiguration(configuration),
                identity,
                clock,
                kinds,
                List.of(),
                listeners);
    }

    /**
     * Controllers that do not run yet.
     *
     * @param kinds the kinds of jobs that are known; those that the configuration names are managed
     * @param beans what may hold Workloads before they queue, in addition to stopped queues
     */
    public WorkerRuntime(
            ApiConnection connection,
            Threads threads,
            ReloadableConfiguration reloadable,
            String identity,
            Clock clock,
            List<? extends JobKind> kinds,
            List<? extends PreEnqueue> beans,
            List<CycleListener> listeners) {
        Configuration configuration = reloadable.current();
        LifecycleRules rules = new LifecycleRules(reloadable::current);
        this.connection = connection;
        this.threads = threads;
        this.clock = clock;
        loops = new Loops(threads, this::active);
        leadership = new Leadership(
                configuration.leaderElection(),
                configuration.namespace(),
                configuration.leaderElection().resourceName(),
                identity,
                clock);
        stores = Stores.empty();
        surroundings = stores.surroundings(new ResourceRules(configuration.resources()));
        readers.add(stores.all());
        ObjectWriter writer = new ObjectWriter(connection, this::active, threads);
        events = new EventRecorder(connection, clock, leadership::leading, threads, identity);
        HeldJobs held = new HeldJobs(configuration.features().enabled(Feature.SCHEDULING_GATED_BY), events);
        QueueConditions conditions = new QueueConditions(stores.flavors(), stores.checks());
        List<PreEnqueue> holding = new ArrayList<>(List.of(new StoppedQueues(stores.localQueues())));
        holding.addAll(beans);
        gates = new PreEnqueueGates(holding, this::heldByFailure);
        Lookups lookups = new Lookups(
                stores.localQueues(),
                stores.clusterQueues(),
                conditions::obstructed,
                this::ownerGone,
                gates::heldBy,
                rules);
        queues = new QueueLoops(
                loops,
                stores,
                conditions,
                this::report,
                this::tally,
                this::cohortShare,
                configuration.fairSharing() != null,
                this::lookAt,
                writer,
                events,
                clock,
                threads);
        metrics = new WorkerMetrics(
                stores, reloadable::current, this::overview, this::ownerCreated, held, leadership::leading, clock);
        List<CycleListener> everybody = new ArrayList<>(listeners);
        everybody.add(metrics);
        everybody.add(new DecisionLog());
        scheduling = new Scheduling(
                stores,
                configuration,
                surroundings,
                rules::blockAdmission,
                clock,
                threads,
                conditions,
                gates,
                new OutcomeWriter(stores.workloads(), surroundings, writer, events, clock, lookups::checks),
                queues,
                this::active,
                everybody);
        inspection =
                new Inspection(stores, scheduling::overview, scheduling::explain, scheduling::waiting, gates::heldBy);
        workloads = new WorkloadLoop(loops, stores, lookups, writer, events, clock);
        // A limit that is shorter now may be over already.
        reloadable.onChange(_ -> lookAtEverything());
        JobEnvironment environment = new JobEnvironment(
                configuration,
                stores,
                new WriteAccess(writer, events, clock),
                rules,
                () -> reloadable.current().integrations().labelKeysToCopy(),
                new ManagedJobs(reloadable::current, stores, ManagedKinds.of(kinds, configuration.integrations())),
                held,
                workloads::add,
                metrics::measure,
                threads,
                loops);
        for (JobKind kind : kinds) {
            if (configuration.integrations().manages(kind.framework())) {
                JobController controller = kind.controller(environment);
                readers.add(controller.stores());
                jobs.add(controller);
            }
        }
    }

    private CompletableFuture<QueueReport> report(String clusterQueue) {
        return scheduling.report(clusterQueue);
    }

    private Optional<Instant> ownerCreated(Workload workload) {
        return jobs.stream()
                .flatMap(kind -> kind.ownerCreated(workload).stream())
                .findFirst();
    }

    private void heldByFailure(Workload workload, Wait why) {
        events.warning(
                WorkloadFacts.target(workload),
                Component.ADMISSION.text(),
                why.reason().text(),
                why.message().text());
    }

    private void lookAt(ObjectKey workload) {
        workloads.add(workload);
    }

    private CompletableFuture<Long> cohortShare(String cohort) {
        return scheduling.cohortShare(cohort);
    }

    private CompletableFuture<Overview> overview() {
        return scheduling.overview();
    }

    /** Answers questions about what this worker sees and would do. */
    public Inspection inspection() {
        return inspection;
    }

    /** What this worker measures. */
    public WorkerMetrics metrics() {
        return metrics;
    }

    private CompletableFuture<Tally> tally(ObjectKey localQueue) {
        return scheduling.tally(localQueue);
    }

    private boolean ownerGone(Workload workload) {
        return jobs.stream().anyMatch(kind -> kind.ownerGone(workload));
    }

    /** Starts to read, and to run for the lease or, without leader election, to lead. */
    public void start() {
        scheduling.start();
        loops.start();
        leadership.start(connection, threads, readers::readAnew, this::begin);
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
        lookAtEverything();
        workloads.followPriorityClasses();
    }

    private void lookAtEverything() {
        queues.lookAtEverything();
        workloads.lookAtEverything();
        jobs.forEach(JobController::lookAtEverything);
        scheduling.lookAtEverything();
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

package dev.turnstile.worker;

import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.audit.Books;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.outbound.DecisionWriter;
import dev.turnstile.worker.outbound.OutcomeWriter;
import dev.turnstile.worker.state.CacheSources;
import dev.turnstile.worker.state.Change;
import dev.turnstile.worker.state.ClusterCache;
import dev.turnstile.worker.state.CycleListener;
import dev.turnstile.worker.state.Explanation;
import dev.turnstile.worker.state.Overview;
import dev.turnstile.worker.state.QueueListener;
import dev.turnstile.worker.state.QueueReport;
import dev.turnstile.worker.state.SchedulerLoop;
import dev.turnstile.worker.state.StateThread;
import dev.turnstile.worker.state.Tally;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** The core's scheduler on its thread, with the cache that feeds it and the writer of what it decides. */
final class Scheduling implements AutoCloseable {
    /** What this instance may do now; asked before each cycle, on the state's thread. */
    record Permission(BooleanSupplier mayAdmit, BooleanSupplier blockAdmission) {}

    private final Stores stores;
    private final PreEnqueueGates gates;
    private final DecisionWriter decisions;
    private final ClusterCache cache;
    private final SchedulerLoop loop;
    private final StateThread<Change> state;
    private final Books books;
    /** Who hears whose counts change. Filled before the thread starts. */
    private final List<QueueListener> queues = new CopyOnWriteArrayList<>();

    /** A scheduler that is not notified of anything yet. */
    Scheduling(
            CacheSources sources,
            SchedulingOptions options,
            OutcomeWriter outcomes,
            Permission permission,
            InstantSource clock,
            Threads threads,
            List<CycleListener> listeners) {
        stores = sources.stores();
        gates = sources.gates();
        decisions = new DecisionWriter(outcomes, clock, threads);
        cache = new ClusterCache(sources, options, clock, new Everybody(), decisions::refuse);
        loop = new SchedulerLoop(
                cache, decisions, permission.mayAdmit(), permission.blockAdmission(), clock, listeners);
        state = new StateThread<>(threads, "scheduler", loop);
        books = new SchedulerBooks(cache, state, loop, decisions, clock);
    }

    /** Notifies listeners of the workloads whose counts change. */
    private final class Everybody implements QueueListener {
        @Override
        public void clusterQueueChanged(String name) {
            queues.forEach(each -> each.clusterQueueChanged(name));
        }

        @Override
        public void holdChanged(ObjectKey workload) {
            queues.forEach(each -> each.holdChanged(workload));
        }

        @Override
        public void localQueueChanged(ObjectKey key) {
            queues.forEach(each -> each.localQueueChanged(key));
        }
    }

    /** Notifies that listener of queues whose counts change. Before the thread starts. */
    void notify(QueueListener listener) {
        queues.add(listener);
    }

    /** Notifies that listener of cycles. Before the thread starts. */
    void notify(CycleListener listener) {
        loop.observe(listener);
    }

    /** Listens to what is read. */
    void listen() {
        for (PreEnqueue bean : gates.beans()) {
            bean.signals(key -> changed(new Change.OfAnswer(key, bean)));
        }
        stores.workloads().listen((key, before, after) -> changed(new Change.OfWorkload(key)));
        stores.cohorts().listen((key, before, after) -> changed(new Change.OfCohort(key.name())));
        stores.namespaces().listen((key, before, after) -> changed(new Change.OfNamespace(key.name())));
        stores.limitRanges().listen((key, before, after) -> changed(new Change.OfSurroundings(key.namespace())));
        stores.runtimeClasses().listen((key, before, after) -> changed(new Change.OfSurroundings("")));
        stores.flavors().listen((key, before, after) -> changed(new Change.OfFlavor(key.name())));
        stores.checks().listen((key, before, after) -> changed(new Change.OfCheck(key.name())));
        stores.clusterQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameSpec(before, after)) {
                changed(new Change.OfClusterQueue(key.name()));
            }
        });
        stores.localQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameSpec(before, after)) {
                changed(new Change.OfLocalQueue(key));
            }
        });
    }

    private void changed(Change change) {
        state.changed(change);
    }

    void start() {
        state.start();
        decisions.start(cache.results(), state::execute);
    }

    /** Gives the scheduler a turn although nothing changed. */
    void resume() {
        state.execute(() -> {});
    }

    /** Counts and availability of a ClusterQueue. */
    CompletableFuture<QueueReport> report(String clusterQueue) {
        return state.ask(() -> cache.report(clusterQueue));
    }

    /** The weighted share of a cohort. */
    CompletableFuture<Long> cohortShare(String cohort) {
        return state.ask(() -> cache.cohortShare(cohort));
    }

    /** All queues and cohorts. */
    CompletableFuture<Overview> overview() {
        return state.ask(cache::overview);
    }

    /** Where a Workload stands in its queue, and what a cycle would say of it now. */
    CompletableFuture<Explanation> explain(ObjectKey workload) {
        return state.ask(() -> cache.explain(workload));
    }

    /** The first of those who wait for a ClusterQueue, in queue order. */
    CompletableFuture<List<ObjectKey>> waiting(String clusterQueue) {
        return state.ask(() -> cache.waiting(clusterQueue));
    }

    /** The workloads that count as pending in a ClusterQueue, in queue order. */
    CompletableFuture<List<Workload>> pending(String clusterQueue) {
        return state.ask(() -> cache.scheduler().pending(clusterQueue));
    }

    /** What the audit reads. */
    Books books() {
        return books;
    }

    /** Counts of a LocalQueue. */
    CompletableFuture<Tally> tally(ObjectKey localQueue) {
        return state.ask(() -> cache.tally(localQueue));
    }

    /** Decides and writes nothing more. */
    @Override
    public void close() {
        decisions.close();
        state.close();
    }
}

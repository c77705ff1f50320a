package dev.turnstile.worker.cache;

import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.WorkloadAnswer;
import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.lifecycle.Circumstances.Hold;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.condition.ConditionTypes;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.RequeueState;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.enqueue.PreEnqueue.Wake;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.translate.Quotas;
import dev.turnstile.worker.translate.Surroundings;
import dev.turnstile.worker.workload.WorkloadFacts;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The core's scheduler, fed from the stores, with the queues' counts beside it. Belongs to the state's thread. */
public final class ClusterCache {
    private final Stores stores;
    private final Scheduler scheduler;
    private final Surroundings surroundings;
    private final InstantSource clock;
    private final Predicate<ClusterQueue> closed;
    private final PreEnqueueGates gates;
    private final Map<ObjectKey, String> held =
            new TreeMap<>(Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name));
    private final QueueListener listener;
    private final BiConsumer<ObjectKey, Surroundings.Problem> refused;
    private final QueueCounts counts;
    private @Nullable Snapshot told;

    /**
     * An empty cache.
     *
     * @param surroundings what Workloads request where they are
     * @param closed whether a ClusterQueue may admit nothing for a reason that the core can not see
     * @param gates what may hold a Workload before it queues
     * @param listener hears whose counts change
     * @param refused hears of Workloads that make no sense, and why
     */
    public ClusterCache(
            Stores stores,
            SchedulingOptions options,
            Surroundings surroundings,
            InstantSource clock,
            Predicate<ClusterQueue> closed,
            PreEnqueueGates gates,
            QueueListener listener,
            BiConsumer<ObjectKey, Surroundings.Problem> refused) {
        this.stores = stores;
        this.scheduler = new Scheduler(options);
        this.surroundings = surroundings;
        this.clock = clock;
        this.closed = closed;
        this.gates = gates;
        this.listener = listener;
        this.counts = new QueueCounts(listener);
        this.refused = refused;
    }

    /** The core's scheduler. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** Takes note of how an object is now. */
    public void note(Change change) {
        switch (change) {
            case Change.OfWorkload(ObjectKey key) -> workload(key, Wake.WORKLOAD);
            case Change.OfAnswer(ObjectKey key, PreEnqueue bean) -> answer(key, bean);
            case Change.OfClusterQueue(String name) -> clusterQueue(name);
            case Change.OfLocalQueue(ObjectKey key) -> localQueue(key);
            case Change.OfCohort(String name) -> cohort(name);
            case Change.OfFlavor(String name) -> flavor(name);
            case Change.OfCheck(String _) -> stores.clusterQueues().all().forEach(this::put);
            case Change.OfNamespace(String name) -> namespace(name);
            case Change.OfSurroundings(String namespace) -> surroundings(namespace);
        }
    }

    private void flavor(String name) {
        ResourceFlavor flavor = stores.flavors().get(ObjectKey.of(name));
        if (flavor == null) {
            scheduler.removeFlavor(name);
        } else {
            scheduler.put(Quotas.flavor(flavor));
        }
    }

    private void cohort(String name) {
        Cohort cohort = stores.cohorts().get(ObjectKey.of(name));
        if (cohort == null) {
            scheduler.removeCohort(name);
        } else {
            scheduler.put(Quotas.cohort(cohort));
        }
    }

    private void clusterQueue(String name) {
        ClusterQueue queue = stores.clusterQueues().get(ObjectKey.of(name));
        if (queue == null) {
            scheduler.removeClusterQueue(name);
        } else {
            put(queue);
        }
        for (LocalQueue local : stores.localQueues().all()) {
            if (name.equals(local.spec().clusterQueue())) {
                askAgain(key(local), Wake.CLUSTER_QUEUE);
            }
        }
        listener.clusterQueueChanged(name);
    }

    private void put(ClusterQueue queue) {
        scheduler.put(Quotas.clusterQueue(queue, closed.test(queue)));
    }

    private void localQueue(ObjectKey key) {
        LocalQueue queue = stores.localQueues().get(key);
        if (queue == null) {
            scheduler.removeLocalQueue(key.namespace(), key.name(), clock.instant());
        } else {
            scheduler.put(
                    new dev.turnstile.core.cycle.LocalQueue(
                            key.namespace(),
                            key.name(),
                            Objects.requireNonNullElse(queue.spec().clusterQueue(), ""),
                            false),
                    clock.instant());
        }
        askAgain(key, Wake.LOCAL_QUEUE);
        listener.localQueueChanged(key);
    }

    private static ObjectKey key(LocalQueue queue) {
        return new ObjectKey(
                Objects.requireNonNullElse(queue.metadata().getNamespace(), ""),
                Objects.requireNonNullElse(queue.metadata().getName(), ""));
    }

    /** Where the workloads of a LocalQueue wait, and whether they may, may be another answer now. */
    private void askAgain(ObjectKey localQueue, Wake event) {
        for (Workload workload : stores.workloads().all()) {
            ObjectKey key = WorkloadFacts.key(workload);
            if (key.namespace().equals(localQueue.namespace())
                    && localQueue.name().equals(workload.spec().queueName())) {
                workload(key, event);
            }
        }
    }

    private void namespace(String name) {
        ObjectNode namespace = stores.namespaces().get(ObjectKey.of(name));
        if (namespace == null) {
            scheduler.removeNamespace(name);
            return;
        }
        Map<String, String> labels = new TreeMap<>();
        namespace
                .path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        scheduler.putNamespace(name, labels);
        for (Workload workload : stores.workloads().all()) {
            ObjectKey key = WorkloadFacts.key(workload);
            if (key.namespace().equals(name) && !WorkloadFacts.finished(workload)) {
                workload(key, Wake.NAMESPACE);
            }
        }
    }

    private void surroundings(String namespace) {
        for (Workload workload : stores.workloads().all()) {
            ObjectKey key = WorkloadFacts.key(workload);
            if ((namespace.isEmpty() || key.namespace().equals(namespace)) && !WorkloadFacts.reserved(workload)) {
                workload(key, Wake.WORKLOAD);
            }
        }
    }

    private void answer(ObjectKey key, PreEnqueue bean) {
        Workload workload = stores.workloads().get(key);
        if (workload != null && !WorkloadFacts.reserved(workload)) {
            gates.askAgain(bean, workload);
            workload(key, Wake.WORKLOAD);
        }
    }

    private void workload(ObjectKey key, Wake event) {
        Workload workload = stores.workloads().get(key);
        WorkloadKey coreKey = new WorkloadKey(key.namespace(), key.name());
        boolean leaving = workload != null && WorkloadFacts.deleting(workload) && !WorkloadFacts.reserved(workload);
        if (workload == null || leaving || WorkloadFacts.finished(workload)) {
            scheduler.remove(coreKey);
            counts.remove(key);
            gates.forget(key);
            held.remove(key);
            return;
        }
        if (!WorkloadFacts.reserved(workload) && (holds(key, workload, event) || lacksPods(workload))) {
            scheduler.remove(coreKey);
            counts.remove(key);
            return;
        }
        Surroundings.Problem problem = WorkloadFacts.reserved(workload) ? null : surroundings.problem(workload);
        if (problem != null) {
            scheduler.remove(coreKey);
            refuse(key, workload, problem);
            return;
        }
        count(key, workload, scheduler.put(surroundings.view(workload), clock.instant()));
    }

    /** It is not looked at before somebody mends it, and waits in its queue until then. */
    private void refuse(ObjectKey key, Workload workload, Surroundings.Problem problem) {
        String clusterQueue = clusterQueueOf(workload);
        if (clusterQueue.isEmpty() || !workload.spec().active()) {
            counts.remove(key);
        } else {
            counts.put(key, workload.spec().queueName(), clusterQueue, Tallies.Standing.PENDING, Usage.NONE);
        }
        refused.accept(key, problem);
    }

    /** Whether it is a group that has lost pods: it could not use what it would be given. */
    private static boolean lacksPods(Workload workload) {
        return WorkloadFacts.is(workload, ConditionTypes.WAITING_FOR_REPLACEMENT_PODS);
    }

    /** Whether a bean holds it; whoever says so to users is told when that changes. */
    private boolean holds(ObjectKey key, Workload workload, Wake event) {
        Optional<Hold> before = gates.heldBy(workload);
        Optional<Hold> now = gates.ask(workload, event);
        if (now.isPresent()) {
            held.put(key, clusterQueueOf(workload));
        } else {
            held.remove(key);
        }
        if (!now.equals(before)) {
            listener.holdChanged(key);
        }
        return now.isPresent();
    }

    private String clusterQueueOf(Workload workload) {
        LocalQueue queue = stores.localQueues()
                .get(new ObjectKey(
                        WorkloadFacts.key(workload).namespace(),
                        Objects.requireNonNullElse(workload.spec().queueName(), "")));
        return queue == null ? "" : Objects.requireNonNullElse(queue.spec().clusterQueue(), "");
    }

    private void count(ObjectKey key, Workload workload, WorkloadAnswer answer) {
        switch (answer) {
            case WorkloadAnswer.Counted(String clusterQueue) -> {
                Admission admission = Objects.requireNonNull(
                        Objects.requireNonNull(scheduler.workload(new WorkloadKey(key.namespace(), key.name())))
                                .admission());
                counts.put(
                        key,
                        workload.spec().queueName(),
                        clusterQueue,
                        WorkloadFacts.admitted(workload) ? Tallies.Standing.ADMITTED : Tallies.Standing.RESERVING,
                        admission.usage());
            }
            case WorkloadAnswer.Queued(String clusterQueue) -> {
                if (backsOff(workload)) {
                    counts.remove(key);
                } else {
                    counts.put(key, workload.spec().queueName(), clusterQueue, Tallies.Standing.PENDING, Usage.NONE);
                }
            }
            case WorkloadAnswer.Aside _ -> counts.remove(key);
            case WorkloadAnswer.Refused problem ->
                refuse(key, workload, new Surroundings.Problem(problem.message(), problem.message()));
        }
    }

    /** Who backs off is not waiting for quota; when that is over is written, so that it is counted again. */
    private boolean backsOff(Workload workload) {
        RequeueState state = workload.status().requeueState();
        return state != null && state.requeueAt() != null && clock.instant().isBefore(state.requeueAt());
    }

    /** An admission could not be written: it does not count, and the workload is looked at as it is now. */
    public void forget(ObjectKey key) {
        scheduler.forget(new WorkloadKey(key.namespace(), key.name()), clock.instant());
        workload(key, Wake.WORKLOAD);
    }

    /** An admission could not be written, and is not to be tried again before someone says so. */
    public void setAside(ObjectKey key) {
        scheduler.remove(new WorkloadKey(key.namespace(), key.name()));
    }

    /** An eviction could not be written. */
    public void evictionFailed(ObjectKey key) {
        scheduler.evictionFailed(new WorkloadKey(key.namespace(), key.name()));
    }

    /** Tells the listener of every queue whose place among the cohorts may be another one since it was told last. */
    public void tellAvailability() {
        Snapshot now = scheduler.snapshot();
        Snapshot before = told;
        if (before != null && now.sameStructure(before)) {
            return;
        }
        told = now;
        for (String name : new TreeSet<>(now.clusterQueues())) {
            listener.clusterQueueChanged(name);
        }
    }

    /** Counts and availability of a ClusterQueue. */
    public QueueReport report(String clusterQueue) {
        Snapshot snapshot = scheduler.snapshot();
        Snapshot.Place place = snapshot.place(clusterQueue);
        return new QueueReport(
                counts.of(clusterQueue),
                place == null ? new Availability.Held() : place.availability(),
                place == null || !place.availability().usable() ? 0 : scheduler.activeCount(clusterQueue),
                place == null ? 0 : Overviews.weightedShare(snapshot.tree(place.tree()), place.node()));
    }

    /** All queues and cohorts. */
    public Overview overview() {
        Snapshot snapshot = scheduler.snapshot();
        Map<String, Overview.QueueView> queues = new TreeMap<>();
        Set<ObjectKey> competing = new HashSet<>();
        for (String name : snapshot.clusterQueues()) {
            Snapshot.Place place = snapshot.place(name);
            if (place == null) {
                continue;
            }
            QuotaTree tree = snapshot.tree(place.tree()).quotas();
            queues.put(
                    name,
                    new Overview.QueueView(
                            report(name), tree.parentName(place.node()), Overviews.root(tree, place.node())));
        }
        counts.workloads().stream()
                .filter(key -> scheduler.competes(new WorkloadKey(key.namespace(), key.name())))
                .forEach(competing::add);
        return new Overview(queues, Overviews.cohorts(snapshot, counts::of), competing, Map.copyOf(held));
    }

    /** Where a Workload stands in its queue, and what a cycle would say of it now. */
    public Explanation explain(ObjectKey key) {
        String queue = counts.queueOf(key);
        List<ObjectKey> line = queue == null ? List.of() : waiting(queue);
        return new Explanation(
                queue,
                line.indexOf(key) + 1,
                line.size(),
                scheduler.explain(new WorkloadKey(key.namespace(), key.name()), clock.instant()));
    }

    /** Counts of a LocalQueue. */
    public Tally tally(ObjectKey localQueue) {
        return counts.of(localQueue);
    }

    /** Whether the pods of everything that holds quota are there. */
    public boolean allPodsReady() {
        return scheduler.reserved().keySet().stream()
                .map(key -> stores.workloads().get(new ObjectKey(key.namespace(), key.name())))
                .allMatch(workload -> workload != null && WorkloadFacts.is(workload, ConditionTypes.PODS_READY));
    }

    /** Everybody who waits for a ClusterQueue, in queue order. */
    public List<ObjectKey> waiting(String clusterQueue) {
        List<ObjectKey> keys = new ArrayList<>();
        scheduler
                .pending(clusterQueue)
                .forEach(workload -> keys.add(
                        new ObjectKey(workload.key().namespace(), workload.key().name())));
        return keys;
    }
}

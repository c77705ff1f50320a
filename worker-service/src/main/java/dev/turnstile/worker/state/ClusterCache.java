package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.SetAside;
import dev.turnstile.core.cycle.WorkloadAnswer;
import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.enqueue.PreEnqueue.Wake;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.Quotas;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.write.WriteResults;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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

/**
 * The core's scheduler, fed from the stores and from what became of its decisions. Counts are derived from its state,
 * so that what decides and what is shown cannot differ. Every field belongs to the state's thread, which is checked.
 */
public final class ClusterCache {
    private final Confinement confinement = new Confinement("the scheduler's state");
    private final Stores stores;
    private final Scheduler scheduler;
    private final Surroundings surroundings;
    private final InstantSource clock;
    private final Predicate<ClusterQueue> closed;
    private final PreEnqueueGates gates;
    private final QueueListener listener;
    private final BiConsumer<ObjectKey, Surroundings.Problem> refused;
    private final QueueCounts counts;
    private final WriteResults<Assumption> results;
    /** The world at which availability was last published; null before that. */
    private @Nullable Snapshot published;

    /**
     * An empty cache.
     *
     * @param listener hears whose counts change
     * @param refused hears of Workloads that make no sense, and why
     */
    public ClusterCache(
            CacheSources sources,
            SchedulingOptions options,
            InstantSource clock,
            QueueListener listener,
            BiConsumer<ObjectKey, Surroundings.Problem> refused) {
        this.stores = sources.stores();
        this.scheduler = new Scheduler(options);
        this.surroundings = sources.surroundings();
        this.clock = clock;
        this.closed = sources.closed();
        this.gates = sources.gates();
        this.listener = listener;
        this.counts = new QueueCounts(listener);
        this.refused = refused;
        this.results = new AppliedResults(scheduler, clock, key -> workload(key, Wake.WORKLOAD));
    }

    /** The core's scheduler. */
    public Scheduler scheduler() {
        confinement.check();
        return scheduler;
    }

    /** Takes note of how an object is now. */
    public void note(Change change) {
        confinement.check();
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
        if (gates.wakeOn(Wake.CLUSTER_QUEUE)) {
            for (ObjectKey local : stores.indexes().localQueues().keys(name)) {
                askAgain(stores.indexes().workloadsOfQueue().keys(local), Wake.CLUSTER_QUEUE);
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
        askAgain(stores.indexes().workloadsOfQueue().keys(key), Wake.LOCAL_QUEUE);
        listener.localQueueChanged(key);
    }

    /** Where these workloads wait, and whether they may, may be another answer now. */
    private void askAgain(Collection<ObjectKey> workloads, Wake event) {
        workloads.forEach(key -> workload(key, event));
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
        if (gates.wakeOn(Wake.NAMESPACE)) {
            askAgain(stores.indexes().workloadsOfNamespace().keys(name), Wake.NAMESPACE);
        }
    }

    private void surroundings(String namespace) {
        Collection<Workload> concerned = namespace.isEmpty()
                ? stores.workloads().all()
                : stores.indexes().workloadsOfNamespace().of(namespace);
        for (Workload workload : concerned) {
            if (!WorkloadFacts.reserved(workload)) {
                workload(WorkloadFacts.key(workload), Wake.WORKLOAD);
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
        switch (Standing.of(workload, surroundings, each -> hold(key, each, event))) {
            case Standing.Nowhere() -> {
                scheduler.remove(new WorkloadKey(key.namespace(), key.name()));
                gates.forget(key);
            }
            case Standing.Holding(var view) -> {
                scheduler.put(view, clock.instant());
                scheduler.podsReady(
                        view.key(), workload != null && WorkloadFacts.is(workload, ConditionType.PODS_READY));
            }
            case Standing.Aside(var view, SetAside.Cause cause, Message message, var problem) -> {
                if (setAside(view, cause, message) && problem != null) {
                    refused.accept(key, problem);
                }
            }
            case Standing.Candidate(var view) -> {
                if (scheduler.put(view, clock.instant()) instanceof WorkloadAnswer.Refused refusal) {
                    refused.accept(key, new Surroundings.Problem(refusal.message(), refusal.message()));
                }
            }
        }
    }

    /** Forgets what the scheduler has on a Workload, and takes it over as it is now. */
    public void renew(ObjectKey key) {
        confinement.check();
        scheduler.remove(new WorkloadKey(key.namespace(), key.name()));
        workload(key, Wake.WORKLOAD);
    }

    /** Whether a Workload is there and not finished. */
    public boolean mayWait(ObjectKey key) {
        Workload workload = stores.workloads().get(key);
        return workload != null && !WorkloadFacts.finished(workload);
    }

    private boolean setAside(dev.turnstile.core.workload.Workload view, SetAside.Cause cause, Message message) {
        SetAside why = new SetAside(cause, view.localQueue(), clusterQueueOf(view), message);
        return scheduler.hold(view, why, clock.instant());
    }

    /** What keeps it out of its queue, if anything does; the publisher of that is notified when it changes. */
    private Optional<Wait> hold(ObjectKey key, Workload workload, Wake event) {
        Optional<Wait> before = gates.heldBy(workload);
        Optional<Wait> now = gates.ask(workload, event);
        if (!now.equals(before)) {
            listener.holdChanged(key);
        }
        return now;
    }

    private String clusterQueueOf(dev.turnstile.core.workload.Workload workload) {
        LocalQueue queue = stores.localQueues().get(new ObjectKey(workload.key().namespace(), workload.localQueue()));
        return queue == null ? "" : Objects.requireNonNullElse(queue.spec().clusterQueue(), "");
    }

    /** What became of decisions goes there. */
    public WriteResults<Assumption> results() {
        return results;
    }

    /** Has the counts follow the scheduler's state; the listener is notified of each queue that this changes. */
    public void publish() {
        confinement.check();
        counts.follow(scheduler, this::admitted);
    }

    private boolean admitted(ObjectKey key) {
        Workload workload = stores.workloads().get(key);
        return workload != null && WorkloadFacts.admitted(workload);
    }

    /** Notifies the listener of every queue whose place among the cohorts may have changed since the last time. */
    public void publishAvailability() {
        confinement.check();
        Snapshot now = scheduler.snapshot();
        Snapshot before = published;
        if (before != null && now.sameStructure(before)) {
            return;
        }
        published = now;
        Set<Integer> kept = before == null
                ? Set.of()
                : Set.copyOf(now.treesKeptSince(before).values());
        for (String name : new TreeSet<>(now.clusterQueues())) {
            Snapshot.Place place = now.place(name);
            if (place != null && !kept.contains(place.tree())) {
                listener.clusterQueueChanged(name);
            }
        }
    }

    /** Counts and availability of a ClusterQueue. */
    public QueueReport report(String clusterQueue) {
        publish();
        Snapshot snapshot = scheduler.snapshot();
        Snapshot.Place place = snapshot.place(clusterQueue);
        return new QueueReport(
                counts.of(clusterQueue),
                place == null ? new Availability.Held() : place.availability(),
                place == null || !place.availability().usable() ? 0 : scheduler.activeCount(clusterQueue),
                place == null ? 0 : Overviews.weightedShare(snapshot.tree(place.tree()), place.node()));
    }

    /** How much a cohort borrows of what its parent could lend, weighted; 0 where it is unknown. */
    public long cohortShare(String cohort) {
        confinement.check();
        return Overviews.cohortShare(scheduler.snapshot(), cohort);
    }

    /** All queues and cohorts. */
    public Overview overview() {
        publish();
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
        return new Overview(queues, Overviews.cohorts(snapshot, counts::of), competing, held());
    }

    private Map<ObjectKey, String> held() {
        Map<ObjectKey, String> held = new HashMap<>();
        scheduler.aside().forEach((key, why) -> {
            if (why.cause() == SetAside.Cause.ON_HOLD) {
                held.put(new ObjectKey(key.namespace(), key.name()), why.clusterQueue());
            }
        });
        return held;
    }

    /** Where a Workload stands in its queue, and what a cycle would say of it now. */
    public Explanation explain(ObjectKey key) {
        publish();
        String queue = counts.queueOf(key);
        List<ObjectKey> line = queue == null ? List.of() : waiting(queue);
        WorkloadKey coreKey = new WorkloadKey(key.namespace(), key.name());
        return new Explanation(
                queue,
                line.indexOf(key) + 1,
                line.size(),
                scheduler.explain(coreKey, clock.instant()),
                scheduler.pause(coreKey));
    }

    /** Counts of a LocalQueue. */
    public Tally tally(ObjectKey localQueue) {
        publish();
        return counts.of(localQueue);
    }

    /** Whether the pods of everything that holds quota are there. */
    public boolean allPodsReady() {
        return scheduler().allPodsReady();
    }

    /** The workloads that wait for a ClusterQueue, in queue order. */
    public List<ObjectKey> waiting(String clusterQueue) {
        confinement.check();
        List<ObjectKey> keys = new ArrayList<>();
        scheduler
                .pending(clusterQueue)
                .forEach(workload -> keys.add(
                        new ObjectKey(workload.key().namespace(), workload.key().name())));
        return keys;
    }
}

package dev.turnstile.core.cycle;

import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.queue.PassedOver;
import dev.turnstile.core.queue.PendingQueues;
import dev.turnstile.core.queue.Verdict;
import dev.turnstile.core.snapshot.Ledger;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.LabelSelector;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one cluster: notified of what happens, called for cycles. Belongs to one thread.
 *
 * <p>A worker calls {@code put}, {@code hold} and {@code remove} for every object that changed, in any order, and
 * {@code heads}, {@code decide} and {@code apply} when something changed or {@link #nextDue} has come. An admission and
 * an eviction count here as soon as they are decided. What has to be written comes from {@link #takeTasks}; what became
 * of it goes to {@link #written}, {@link #refused} or {@link #unanswered}.
 */
public final class Scheduler {

    private final SchedulingOptions options;
    private final Ledger ledger = new Ledger();
    private final PendingQueues queues;
    private final Directory directory = new Directory();
    private final WorkloadPlaces places;
    private long cycles;

    public Scheduler(SchedulingOptions options) {
        this.options = options;
        queues = new PendingQueues(options.queueOrder(), options.equivalence(), this::admitsNamespace);
        places = new WorkloadPlaces(ledger, queues, directory, options.minimumRuntime());
    }

    private boolean admitsNamespace(String clusterQueue, String namespace) {
        ClusterQueue queue = ledger.clusterQueue(clusterQueue);
        LabelSelector selector = queue == null ? null : queue.namespaceSelector();
        return selector != null && selector.matches(directory.labels(namespace));
    }

    public void put(ResourceFlavor flavor) {
        ledger.put(flavor);
    }

    public void removeFlavor(String name) {
        ledger.removeFlavor(name);
    }

    public void put(Cohort cohort) {
        ledger.put(cohort);
    }

    public void removeCohort(String name) {
        ledger.removeCohort(name);
    }

    public void put(ClusterQueue clusterQueue) {
        ledger.put(clusterQueue);
    }

    public void removeClusterQueue(String name) {
        ledger.removeClusterQueue(name);
    }

    public void putNamespace(String name, Map<String, String> labels) {
        if (directory.putNamespace(name, labels)) {
            queues.wakeNamespaces();
        }
    }

    public void removeNamespace(String name) {
        if (directory.removeNamespace(name)) {
            queues.wakeNamespaces();
        }
    }

    public void put(LocalQueue localQueue, Instant now) {
        if (directory.put(localQueue)) {
            places.requeueAll(localQueue.namespace(), localQueue.name(), now);
        }
    }

    public void removeLocalQueue(String namespace, String name, Instant now) {
        if (directory.removeLocalQueue(namespace, name)) {
            places.requeueAll(namespace, name, now);
        }
    }

    /** Takes note of a workload that is new or changed. Finished and deleted ones are removed instead. */
    public WorkloadAnswer put(Workload seen, Instant now) {
        return places.put(seen, now);
    }

    /**
     * Takes note of a workload that may not queue, for a reason that the shell knows. One whose admission may have been
     * written already goes on holding quota until that is known.
     *
     * @return whether it is set aside
     */
    public boolean hold(Workload seen, SetAside why, Instant now) {
        return places.hold(seen, why, now);
    }

    /** Forgets a workload that was deleted or has finished. */
    public void remove(WorkloadKey key) {
        places.remove(key);
    }

    /** A request was carried out. */
    public void written(Assumption assumption, Instant now) {
        places.carryOut(places.assumptions().written(assumption), now);
    }

    /** A request was not carried out, and will not be: an admission is rolled back, an eviction decided again later. */
    public void refused(Assumption assumption, String why, Instant now) {
        places.carryOut(places.assumptions().refused(assumption, why, now), now);
    }

    /** Nobody knows whether a request was carried out: what was assumed stands until a read has said so. */
    public void unanswered(Assumption assumption, String why, Instant now) {
        places.carryOut(places.assumptions().unanswered(assumption, why, now), now);
    }

    /**
     * What the writer is to do now, each once. Every task has to end in one of the three results. An admission that was
     * not sent is withdrawn where its ClusterQueue was stopped, or became unusable, since it was decided.
     */
    public List<WriteTask> takeTasks(Instant now) {
        places.withdrawUnusable(now);
        places.assumptions().due(now).forEach(effect -> places.carryOut(effect, now));
        return places.assumptions().takeTasks();
    }

    /** The world as it is now. */
    public Snapshot snapshot() {
        return places.snapshot();
    }

    /** The heads for a cycle, taken out of their queues. Each has to come back in the decision that is applied next. */
    public List<Head> heads(Instant now) {
        snapshot();
        return queues.heads(now);
    }

    /** Decides about heads; changes nothing. */
    public CycleDecision decide(List<Head> heads, Instant now) {
        return decide(heads, PodsReadiness.NOT_ASKED, now);
    }

    /** Decides about heads, where admission waits for the pods of what was admitted; changes nothing. */
    public CycleDecision decide(List<Head> heads, PodsReadiness readiness, Instant now) {
        return SchedulingCycle.decide(options, snapshot(), heads, readiness, now, cycles + 1);
    }

    /** Whether that workload competes for the head of its queue now. */
    public boolean competes(WorkloadKey key) {
        return queues.competes(key);
    }

    /** Whether that workload waits for quota. */
    public boolean waits(WorkloadKey key) {
        return queues.contains(key);
    }

    /**
     * Carries a decision into the own books. What changed since the heads were taken out is left as it is now: an
     * admission of such a workload is dropped from the decision that is returned, which is the one to publish. What has
     * to be written of it comes from {@link #takeTasks}, even where this throws half way.
     */
    public CycleDecision apply(List<Head> heads, CycleDecision decision) {
        cycles = decision.cycle();
        Map<WorkloadKey, Head> byKey = new LinkedHashMap<>();
        heads.forEach(head -> byKey.put(head.workload().key(), head));
        List<Outcome> applied = decision.outcomes().stream()
                .flatMap(outcome -> {
                    Head head = byKey.get(outcome.workload().key());
                    return head == null ? Stream.empty() : apply(head, outcome, decision.time()).stream();
                })
                .toList();
        return new CycleDecision(decision.cycle(), decision.time(), applied);
    }

    private Optional<Outcome> apply(Head head, Outcome outcome, Instant now) {
        return switch (outcome) {
            case Outcome.Admit admit -> stands(places.admit(head, admit), admit);
            case Outcome.Preempt preempt ->
                stands(queues.requeue(head, Verdict.WAITS_FOR_VICTIMS, null, now), preempt)
                        .map(_ -> evict(preempt, now));
            case Outcome.Waiting waiting ->
                stands(queues.requeue(head, Verdicts.of(waiting), waiting.progress(), now), waiting);
        };
    }

    private static Optional<Outcome> stands(boolean applied, Outcome outcome) {
        return applied ? Optional.of(outcome) : Optional.empty();
    }

    private Outcome evict(Outcome.Preempt preempt, Instant now) {
        List<Victim> victims = preempt.victims().stream()
                .map(victim -> places.evict(victim, preempt, now) ? victim : victim.withNothingToWrite())
                .toList();
        return new Outcome.Preempt(
                preempt.workload(), preempt.clusterQueue(), victims, preempt.assignment(), preempt.recomputed());
    }

    /** Puts heads back that no decision was applied to, to be tried again at once. */
    public void putBack(List<Head> heads, Instant now) {
        heads.forEach(head -> queues.requeue(head, Verdict.RETRY, head.progress(), now));
    }

    /** A head that no decision can be made on; it is put back, but left alone for a while. */
    public void failed(Head head, String why, Instant now) {
        places.failed(head, why, now);
    }

    /** Takes note of whether all pods of a workload are ready; of one that holds no quota it means nothing. */
    public void podsReady(WorkloadKey key, boolean ready) {
        ledger.podsReady(key, ready);
    }

    /** Whether the pods of everything that holds quota are ready. */
    public boolean allPodsReady() {
        return ledger.allPodsReady();
    }

    /** Runs one cycle: heads, decision, books. */
    public CycleDecision cycle(Instant now) {
        List<Head> heads = heads(now);
        return apply(heads, decide(heads, now));
    }

    /**
     * What a cycle would decide about a workload if it were alone now; changes nothing. Null where it does not wait for
     * a ClusterQueue.
     */
    public @Nullable Outcome explain(WorkloadKey key, Instant now) {
        Workload workload = directory.workload(key);
        String clusterQueue = workload == null ? null : directory.clusterQueue(workload);
        if (workload == null || clusterQueue == null || !queues.contains(key)) {
            return null;
        }
        Head head = new Head(workload, clusterQueue, admitsNamespace(clusterQueue, key.namespace()));
        return decide(List.of(head), now).outcomes().stream().findFirst().orElse(null);
    }

    /** When the next time comes, of a workload to queue again or of an assumption, or null where none waits for one. */
    public @Nullable Instant nextDue() {
        Instant queued = queues.nextDue();
        Instant assumed = places.assumptions().nextDue();
        return queued == null || (assumed != null && assumed.isBefore(queued)) ? assumed : queued;
    }

    /** When the next assumption's time comes, or null where none has one. */
    public @Nullable Instant nextTaskDue() {
        return places.assumptions().nextDue();
    }

    /** What is assumed of a workload and not confirmed yet, or null. */
    public @Nullable OpenAssumption assumption(WorkloadKey key) {
        return places.assumptions().open(key);
    }

    /** Where a workload is, or null where it is not known. */
    public @Nullable WorkloadPlace place(WorkloadKey key) {
        return places.place(key);
    }

    /** Workloads that are neither in a queue nor in the ledger, and why. */
    public Map<WorkloadKey, SetAside> aside() {
        return Collections.unmodifiableMap(places.aside());
    }

    /** Workloads whose place may be another one since this was called last. */
    public Set<WorkloadKey> takeMoved() {
        return places.takeMoved();
    }

    /** What a workload's writes failed of in a row, and until when it is left alone; null where they did not. */
    public @Nullable WritePause pause(WorkloadKey key) {
        return places.assumptions().pause(key);
    }

    /** By ClusterQueue, the workload that comes first there while it waits for its victims. */
    public Map<String, WorkloadKey> preemptors() {
        return queues.preemptors();
    }

    /**
     * A cycle on trial: over the heads of all queues, and over some workloads that are parked in these ClusterQueues.
     *
     * @param mostParked how many of each ClusterQueue
     */
    public Trial trial(Collection<String> clusterQueues, int mostParked, Instant now) {
        Snapshot snapshot = snapshot();
        List<Head> parked = clusterQueues.stream()
                .flatMap(name -> queues.parked(name, mostParked).stream())
                .toList();
        return new Trial(options, snapshot, queues.nextHeads(), parked, now, cycles + 1);
    }

    /** All that is known of a workload, for comparing it with the API. */
    public Whereabouts whereabouts(WorkloadKey key) {
        return places.whereabouts(key);
    }

    /** Every workload of which something is known; one may be named more than once. */
    public List<WorkloadKey> known() {
        List<WorkloadKey> keys = new ArrayList<>(directory.workloads());
        keys.addAll(places.aside().keySet());
        keys.addAll(ledger.workloads());
        keys.addAll(queues.keys());
        keys.addAll(places.assumptions().keys());
        return keys;
    }

    /** Has all sums of the ledger computed again. */
    public void recount() {
        ledger.recount();
    }

    /**
     * The workloads that count as pending in a ClusterQueue, in the order in which they would be popped if all fitted.
     */
    public List<Workload> pending(String clusterQueue) {
        return places.pending(clusterQueue);
    }

    /** How many of them compete for its head. */
    public int activeCount(String clusterQueue) {
        return queues.activeCount(clusterQueue);
    }

    /**
     * The workloads that were parked without a cycle of their own because this one did not fit, for the same reason.
     */
    public List<Workload> parkedWith(WorkloadKey key) {
        return queues.parkedWith(key);
    }

    /** The workloads that the next cycle would decide on, without a change of time or quota. */
    public Set<WorkloadKey> nextHeads() {
        return queues.nextHeads().stream().map(head -> head.workload().key()).collect(Collectors.toUnmodifiableSet());
    }

    /** Workloads that wait without a cycle of their own since this was called last, each once. */
    public List<PassedOver> takeSkipped() {
        return queues.takeSkipped();
    }

    /** The workload as the scheduler sees it, with what it decided itself. */
    public @Nullable Workload workload(WorkloadKey key) {
        return directory.workload(key);
    }

    /** The workloads that hold quota, by name. */
    public Map<WorkloadKey, Workload> reserved() {
        Map<WorkloadKey, Workload> found = new TreeMap<>();
        for (WorkloadKey key : new TreeSet<>(directory.workloads())) {
            Workload own = ledger.reserved(key);
            if (own != null) {
                found.put(key, own);
            }
        }
        return found;
    }
}

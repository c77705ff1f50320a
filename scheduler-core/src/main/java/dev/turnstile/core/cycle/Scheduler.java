package dev.turnstile.core.cycle;

import dev.turnstile.core.cycle.Outcome.NotNominated;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.queue.PendingQueues;
import dev.turnstile.core.queue.Verdict;
import dev.turnstile.core.snapshot.Ledger;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.LabelSelector;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one cluster: told what happens, asked for cycles. Belongs to one thread.
 *
 * <p>A worker calls {@code put} and {@code remove} for every object that changed, in any order, {@link #cycle} when
 * something changed or {@link #nextDue} has come, writes what the cycle decided, and calls {@link #forget} or
 * {@link #evictionFailed} where a write failed. An admission and an eviction count here as soon as they are decided:
 * the object that the API server sends back later confirms them.
 */
public final class Scheduler {

    private final SchedulingOptions options;
    private final Ledger ledger = new Ledger();
    private final PendingQueues queues;
    private final Directory directory = new Directory();
    private final Set<WorkloadKey> assumed = new LinkedHashSet<>();
    private final Set<WorkloadKey> evictionsAssumed = new LinkedHashSet<>();
    private @Nullable Snapshot placed;
    private long cycles;

    public Scheduler(SchedulingOptions options) {
        this.options = options;
        queues = new PendingQueues(options.queueOrder(), options.equivalence(), this::admitsNamespace);
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
            requeueAll(localQueue.namespace(), localQueue.name(), now);
        }
    }

    public void removeLocalQueue(String namespace, String name, Instant now) {
        if (directory.removeLocalQueue(namespace, name)) {
            requeueAll(namespace, name, now);
        }
    }

    private void requeueAll(String namespace, String localQueue, Instant now) {
        for (Workload workload : directory.workloadsOf(namespace, localQueue)) {
            if (ledger.reserved(workload.key()) == null) {
                enqueue(workload, now);
            }
        }
    }

    /** Takes note of a workload that is new or changed. Finished and deleted ones are removed instead. */
    public WorkloadAnswer put(Workload seen, Instant now) {
        Workload workload = merged(seen);
        directory.put(workload);
        Admission admission = workload.admission();
        if (admission != null) {
            queues.remove(workload.key());
            if (!workload.evicting()) {
                queues.settled(admission.clusterQueue(), workload.key());
            }
            Workload before = ledger.reserved(workload.key());
            ledger.reserve(workload);
            if (before != null && (!holdsTheSame(before, admission) || workload.priority() < before.priority())) {
                // Less is held, or more may take it away.
                freed(before);
            }
            return new WorkloadAnswer.Counted(admission.clusterQueue());
        }
        Workload before = ledger.reserved(workload.key());
        if (before != null) {
            ledger.release(workload.key());
            freed(before);
        }
        return enqueue(workload, now);
    }

    /** An object read before our own decision was written does not take that decision back. */
    private Workload merged(Workload seen) {
        WorkloadKey key = seen.key();
        Workload own = ledger.reserved(key);
        if (seen.reserved() || own == null) {
            assumed.remove(key);
        } else if (assumed.contains(key)) {
            return seen.withAdmission(own.admission());
        }
        if (seen.evicting() || !seen.reserved()) {
            evictionsAssumed.remove(key);
        } else if (own != null && evictionsAssumed.contains(key)) {
            return seen.withEviction(own.eviction());
        }
        return seen;
    }

    private static boolean holdsTheSame(Workload before, Admission admission) {
        Admission then = before.admission();
        return then != null
                && then.clusterQueue().equals(admission.clusterQueue())
                && then.usage().equals(admission.usage());
    }

    private WorkloadAnswer enqueue(Workload workload, Instant now) {
        WorkloadAnswer answer = directory.destination(workload);
        if (answer instanceof WorkloadAnswer.Queued queued) {
            queues.put(queued.clusterQueue(), workload, now);
        } else {
            queues.remove(workload.key());
        }
        return answer;
    }

    /** Forgets a workload that was deleted or has finished. */
    public void remove(WorkloadKey key) {
        directory.remove(key);
        assumed.remove(key);
        evictionsAssumed.remove(key);
        queues.remove(key);
        Workload before = ledger.reserved(key);
        if (before != null) {
            Admission admission = before.admission();
            if (admission != null) {
                queues.settled(admission.clusterQueue(), key);
            }
            ledger.release(key);
            freed(before);
        }
    }

    /** Takes an admission back whose write failed; the workload queues again. */
    public void forget(WorkloadKey key, Instant now) {
        Workload before = ledger.reserved(key);
        if (!assumed.remove(key) || before == null) {
            return;
        }
        ledger.release(key);
        freed(before);
        Workload workload = before.withAdmission(null);
        directory.put(workload);
        enqueue(workload, now);
    }

    /** Takes back that a victim is being evicted, where writing that failed. */
    public void evictionFailed(WorkloadKey key) {
        Workload own = ledger.reserved(key);
        if (evictionsAssumed.remove(key) && own != null) {
            ledger.reserve(own.withEviction(null));
        }
    }

    private void freed(Workload before) {
        Admission admission = before.admission();
        Snapshot snapshot = placed;
        Snapshot.Place place = admission == null || snapshot == null ? null : snapshot.place(admission.clusterQueue());
        if (place != null) {
            queues.wake(place.tree());
        }
    }

    /** The world as it is now. */
    public Snapshot snapshot() {
        Snapshot snapshot = ledger.snapshot();
        Snapshot before = placed;
        if (before == null || !snapshot.sameStructure(before)) {
            queues.displaceAll();
            for (String name : snapshot.clusterQueues()) {
                Snapshot.Place place = snapshot.place(name);
                if (place != null) {
                    queues.place(
                            name,
                            place.clusterQueue().queueingStrategy(),
                            place.tree(),
                            place.availability().usable());
                }
            }
        }
        placed = snapshot;
        return snapshot;
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
     * admission of such a workload is dropped from the decision that is returned, which is the one to write.
     */
    public CycleDecision apply(List<Head> heads, CycleDecision decision) {
        cycles = decision.cycle();
        Map<WorkloadKey, Head> byKey = new LinkedHashMap<>();
        heads.forEach(head -> byKey.put(head.workload().key(), head));
        List<Outcome> applied = decision.outcomes().stream()
                .filter(outcome -> {
                    Head head = byKey.get(outcome.workload().key());
                    return head != null && apply(head, outcome, decision.time());
                })
                .toList();
        return new CycleDecision(decision.cycle(), decision.time(), applied);
    }

    private boolean apply(Head head, Outcome outcome, Instant now) {
        return switch (outcome) {
            case Outcome.Admit admit -> admit(head, admit);
            case Outcome.Preempt preempt -> {
                boolean stands = queues.requeue(head, Verdict.WAITS_FOR_VICTIMS, null, now);
                if (stands) {
                    preempt.victims().forEach(victim -> evict(victim, now));
                }
                yield stands;
            }
            case Outcome.Waiting waiting -> queues.requeue(head, verdict(waiting), waiting.progress(), now);
        };
    }

    private static Verdict verdict(Outcome.Waiting waiting) {
        return switch (waiting) {
            case Outcome.Preempt _, Outcome.Deferred _ -> Verdict.WAITS_FOR_VICTIMS;
            case Outcome.Gated _, Outcome.Constrained _ -> Verdict.BLOCKED;
            case Outcome.Blocked _, Outcome.Postponed _ -> Verdict.RETRY;
            case Outcome.NoCandidates _ -> Verdict.NO_CANDIDATES;
            case Outcome.NoFit _ -> Verdict.NO_FIT;
            case Outcome.Skip skip ->
                switch (skip.cause()) {
                    case NO_LONGER_FITS -> Verdict.RETRY;
                    case OVERLAPPING_VICTIMS -> Verdict.BLOCKED;
                };
            case NotNominated refused ->
                refused.cause() == NotNominated.Cause.NAMESPACE_MISMATCH ? Verdict.NAMESPACE_MISMATCH : Verdict.BLOCKED;
        };
    }

    private boolean admit(Head head, Outcome.Admit admit) {
        if (!queues.admitted(head)) {
            return false;
        }
        Workload workload = head.workload().withAdmission(admit.admission());
        directory.put(workload);
        assumed.add(workload.key());
        ledger.reserve(workload);
        return true;
    }

    private void evict(Victim victim, Instant now) {
        Workload own = ledger.reserved(victim.workload().key());
        if (own != null && !own.evicting()) {
            Workload evicting = own.withEviction(new Eviction("Preempted", now, true));
            directory.put(evicting);
            evictionsAssumed.add(evicting.key());
            ledger.reserve(evicting);
        }
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
        Head head = new Head(workload, clusterQueue, admitsNamespace(clusterQueue, key.namespace()), null);
        return decide(List.of(head), now).outcomes().stream().findFirst().orElse(null);
    }

    /** When a workload's time to queue again comes, or null where none waits for a time. */
    public @Nullable Instant nextDue() {
        return queues.nextDue();
    }

    /** Everybody who waits for a ClusterQueue, in queue order. */
    public List<Workload> pending(String clusterQueue) {
        return queues.pending(clusterQueue);
    }

    /** How many of them compete for its head. */
    public int activeCount(String clusterQueue) {
        return queues.activeCount(clusterQueue);
    }

    /** The workloads that were parked unseen because this one proved hopeless; its answer is theirs. */
    public List<Workload> parkedWith(WorkloadKey key) {
        return queues.parkedWith(key);
    }

    /** Those who were parked unseen since this was asked last: each once. */
    public List<Workload> takePassedOver() {
        return queues.takePassedOver();
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

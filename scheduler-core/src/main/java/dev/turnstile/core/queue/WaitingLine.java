package dev.turnstile.core.queue;

import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.workload.Equivalence;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one ClusterQueue.
 *
 * <p>Active workloads are kept by equivalence class, so that parking five hundred equals and waking them again costs as
 * much as parking one.
 */
final class WaitingLine {
    private final String clusterQueue;
    private final Comparator<Workload> queueOrder;
    private final Comparator<Pending> order;
    private final boolean equivalence;
    private final Map<Object, EquivalenceClass> classes = new LinkedHashMap<>();
    private final TreeSet<EquivalenceClass> active;
    private final Set<EquivalenceClass> parkedClasses = new LinkedHashSet<>();
    private final Map<WorkloadKey, Pending> parked = new LinkedHashMap<>();
    private final Set<Pending> members = new LinkedHashSet<>();
    /** The members in queue order; null until somebody asks for it again, after one came or went. */
    private @Nullable List<Pending> ordered;

    private final List<Pending> skipped = new ArrayList<>();

    /** Those that have entered and were not at the head since. */
    private final Set<Pending> newcomers = new LinkedHashSet<>();

    private final List<Pending> behind = new ArrayList<>();
    private @Nullable WorkloadKey preemptor;
    private int activeCount;
    QueueingStrategy strategy = QueueingStrategy.BEST_EFFORT_FIFO;
    boolean usable;

    /** Whether it could not be used the last time that it was placed. */
    private boolean suspended;

    int tree = -1;

    WaitingLine(String clusterQueue, Comparator<Workload> queueOrder, boolean equivalence) {
        this.clusterQueue = clusterQueue;
        this.queueOrder = queueOrder;
        this.order = Comparator.comparing(Pending::workload, queueOrder);
        this.equivalence = equivalence;
        this.active = new TreeSet<>(Comparator.comparing(EquivalenceClass::first, order));
    }

    String clusterQueue() {
        return clusterQueue;
    }

    /**
     * Notes whether its ClusterQueue may be used. While it may not, the conditions of its workloads say that instead of
     * what was decided on them, so that each of them needs a decision once more.
     */
    void mayBeUsed(boolean now) {
        if (now && suspended) {
            members.forEach(Pending::undecide);
            members.forEach(this::notice);
        }
        suspended = !now;
        usable = now;
    }

    Pending join(Workload workload, @Nullable Instant notBefore) {
        Object key = equivalence ? Equivalence.of(workload) : workload.key();
        Pending joined = new Pending(this, workload, key, new EquivalenceClass(key, order), notBefore);
        members.add(joined);
        ordered = null;
        return joined;
    }

    /**
     * The workloads that wait for quota, in the order in which they would be popped if each of them fitted: those that
     * a cycle has popped included, those that back off left out. This is the order that users are shown.
     *
     * @param others workloads that count as waiting for quota here and are in no queue
     */
    List<Workload> pending(Collection<Workload> others) {
        List<Pending> known = ordered;
        if (known == null) {
            known = members.stream().sorted(order).toList();
            ordered = known;
        }
        List<Workload> found = new ArrayList<>(known.size() + others.size());
        for (Pending member : known) {
            if (!member.backsOff()) {
                found.add(member.workload());
            }
        }
        if (!others.isEmpty()) {
            found.addAll(others);
            found.sort(queueOrder);
        }
        return preemptorFirst(found);
    }

    private List<Workload> preemptorFirst(List<Workload> found) {
        WorkloadKey first = preemptor;
        if (first != null) {
            for (int i = 1; i < found.size(); i++) {
                if (found.get(i).key().equals(first)) {
                    found.addFirst(found.remove(i));
                    break;
                }
            }
        }
        return Collections.unmodifiableList(found);
    }

    private EquivalenceClass peersOf(Pending pending) {
        EquivalenceClass peers =
                classes.computeIfAbsent(pending.equivalence(), key -> new EquivalenceClass(key, order));
        pending.peers(peers);
        pending.place = Pending.Place.CLASS;
        return peers;
    }

    /** Adds a workload to its class, which stays parked if one that comes before it did not fit. */
    void enter(Pending pending) {
        notice(pending);
        EquivalenceClass peers = peersOf(pending);
        boolean decided = peers.decides(pending, order);
        detach(peers);
        peers.add(pending);
        if (!decided) {
            peers.wake();
        }
        attach(peers);
    }

    private void notice(Pending pending) {
        if (strategy == QueueingStrategy.STRICT_FIFO) {
            newcomers.add(pending);
        }
    }

    /** Requeues a workload that competes again at once, and with it its class. A strict queue stands behind it. */
    void retry(Pending pending) {
        if (strategy == QueueingStrategy.STRICT_FIFO) {
            behind.addAll(newcomers);
            newcomers.clear();
        }
        EquivalenceClass peers = peersOf(pending);
        detach(peers);
        peers.add(pending);
        peers.wake();
        attach(peers);
    }

    /** Requeues a workload that does not fit, and parks it with its class. */
    void park(Pending unfit) {
        EquivalenceClass peers = peersOf(unfit);
        detach(peers);
        peers.add(unfit);
        peers.park(unfit);
        attach(peers);
    }

    void parkAlone(Pending pending) {
        pending.place = Pending.Place.PARKED;
        parked.put(pending.workload().key(), pending);
    }

    void remove(Pending pending) {
        members.remove(pending);
        newcomers.remove(pending);
        ordered = null;
        switch (pending.place) {
            case CLASS -> {
                EquivalenceClass peers = pending.peers();
                detach(peers);
                peers.remove(pending);
                attach(peers);
            }
            case PARKED -> parked.remove(pending.workload().key());
            case BACKOFF, IN_FLIGHT -> dropIfEmpty(pending.peers());
        }
    }

    private void detach(EquivalenceClass peers) {
        if (peers.parked()) {
            parkedClasses.remove(peers);
        } else if (!peers.isEmpty()) {
            active.remove(peers);
            activeCount -= peers.size();
        }
    }

    private void attach(EquivalenceClass peers) {
        if (peers.isEmpty()) {
            dropIfEmpty(peers);
        } else if (peers.parked()) {
            parkedClasses.add(peers);
            skipped.addAll(peers.skip());
        } else {
            active.add(peers);
            activeCount += peers.size();
        }
    }

    private void dropIfEmpty(EquivalenceClass peers) {
        if (peers.isEmpty()) {
            peers.wake();
            classes.remove(peers.key(), peers);
        }
    }

    /** The head, or null where no workload competes. */
    @Nullable
    Pending head(@Nullable Pending waitingPreemptor) {
        if (active.isEmpty()) {
            return null;
        }
        boolean sticky = waitingPreemptor != null
                && waitingPreemptor.place == Pending.Place.CLASS
                && !waitingPreemptor.peers().parked();
        return sticky && waitingPreemptor != null
                ? waitingPreemptor
                : active.first().first();
    }

    /** Pops the head, or returns null where no workload competes. */
    @Nullable
    Pending pop(@Nullable Pending waitingPreemptor) {
        Pending head = head(waitingPreemptor);
        if (head == null) {
            return null;
        }
        EquivalenceClass peers = head.peers();
        detach(peers);
        peers.remove(head);
        if (peers.isEmpty()) {
            classes.remove(peers.key(), peers);
        } else {
            attach(peers);
        }
        newcomers.remove(head);
        head.place = Pending.Place.IN_FLIGHT;
        head.decided = true;
        return head;
    }

    /** Whether no workload waits here and the ClusterQueue does not exist. */
    boolean obsolete() {
        return tree < 0 && members.isEmpty();
    }

    /** Some of the parked workloads, one of each class. */
    List<Pending> parked(int most) {
        return Stream.concat(parkedClasses.stream().map(EquivalenceClass::first), parked.values().stream())
                .limit(most)
                .toList();
    }

    boolean hasActive() {
        return !active.isEmpty();
    }

    boolean hasParked() {
        return !parkedClasses.isEmpty() || !parked.isEmpty();
    }

    /** Lets all parked workloads compete again, but those that still cannot be admitted. */
    void wake(Predicate<Pending> stays) {
        for (EquivalenceClass peers : parkedClasses) {
            peers.wake();
            active.add(peers);
            activeCount += peers.size();
        }
        parkedClasses.clear();
        List<Pending> leaving = new ArrayList<>();
        for (Pending pending : parked.values()) {
            if (!stays.test(pending)) {
                leaving.add(pending);
            }
        }
        for (Pending pending : leaving) {
            parked.remove(pending.workload().key());
            enter(pending);
        }
    }

    /** Workloads that were parked without a cycle of their own since this was called last. */
    List<Pending> takeSkipped() {
        List<Pending> taken = List.copyOf(skipped);
        skipped.clear();
        return taken;
    }

    /** Workloads that were found to stand behind the head of this strict queue since this was called last. */
    List<Pending> takeBehind() {
        List<Pending> taken = List.copyOf(behind);
        behind.clear();
        return taken;
    }

    @Nullable
    WorkloadKey preemptor() {
        return preemptor;
    }

    void preemptor(@Nullable WorkloadKey key) {
        preemptor = key;
    }

    /** That workload no longer comes first. */
    void endPreemptor(WorkloadKey key) {
        if (key.equals(preemptor)) {
            preemptor = null;
        }
    }

    int activeCount() {
        return activeCount;
    }

    /** The other workloads of a parked workload's class; empty where it is not parked. */
    List<Workload> parkedWith(Pending pending) {
        List<Workload> found = new ArrayList<>();
        if (pending.place == Pending.Place.CLASS && pending.peers().parked()) {
            for (Pending member : pending.peers().members()) {
                if (member != pending) {
                    found.add(member.workload());
                }
            }
        }
        return found;
    }
}

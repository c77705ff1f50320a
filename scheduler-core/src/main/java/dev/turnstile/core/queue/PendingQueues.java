package dev.turnstile.core.queue;

import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The queues of all ClusterQueues. Belongs to one thread.
 *
 * <p>Idle queues and parked workloads cost nothing: a cycle visits the queues in {@code ready}, an event in a cohort
 * tree those in which a workload is parked. No wake-up is lost on a head: see {@link Wakes}.
 */
public final class PendingQueues {
    private final Comparator<Workload> order;
    private final boolean equivalence;
    private final BiPredicate<String, String> namespaceMatches;
    private final Map<String, WaitingLine> lines = new LinkedHashMap<>();
    private final Map<WorkloadKey, Pending> pending = new LinkedHashMap<>();
    private final SortedSet<String> ready = new TreeSet<>();
    private final ParkedLines parked = new ParkedLines();
    private final Backoff backoff = new Backoff();
    private final Skipped skipped = new Skipped();
    private final Wakes wakes = new Wakes();

    /** @param namespaceMatches whether a ClusterQueue admits workloads of a namespace */
    public PendingQueues(QueueOrder queueOrder, boolean equivalence, BiPredicate<String, String> namespaceMatches) {
        this.order = queueOrder.order();
        this.equivalence = equivalence;
        this.namespaceMatches = namespaceMatches;
    }

    /** Places a ClusterQueue: its strategy, its cohort tree, and whether its queue may be used. */
    public void place(String clusterQueue, QueueingStrategy strategy, int tree, boolean usable) {
        WaitingLine line = line(clusterQueue);
        parked.remove(line);
        line.strategy = strategy;
        line.mayBeUsed(usable);
        line.tree = tree;
        if (strategy == QueueingStrategy.STRICT_FIFO) {
            line.preemptor(null);
        }
        update(line);
    }

    /**
     * Takes all ClusterQueues from their places; each has to be placed again, and then {@link #removeUnplaced} be
     * called. Parked workloads compete again where their tree has changed.
     *
     * @param kept by their numbers of before, those of the trees that have not changed
     */
    public void displaceAll(Map<Integer, Integer> kept) {
        parked.clear();
        wakes.ofNewTrees(kept);
        for (WaitingLine line : lines.values()) {
            line.usable = false;
            Integer tree = kept.get(line.tree);
            line.tree = -1;
            if (tree == null) {
                line.wake(this::stays);
            }
            update(line);
        }
    }

    /** Removes the queues of ClusterQueues that do not exist and for which no workload waits. */
    public void removeUnplaced() {
        lines.values().removeIf(WaitingLine::obsolete);
    }

    int queueCount() {
        return lines.size();
    }

    private WaitingLine line(String clusterQueue) {
        return lines.computeIfAbsent(clusterQueue, name -> new WaitingLine(name, order, equivalence));
    }

    private void update(WaitingLine line) {
        skipped.add(line);
        if (line.usable && line.hasActive()) {
            ready.add(line.clusterQueue());
        } else {
            ready.remove(line.clusterQueue());
        }
        parked.update(line);
    }

    /**
     * Queues a workload, or replaces what is known of it. One that is equal to what is known keeps its place.
     *
     * @param notBefore when it may compete at the earliest, whatever it says itself; null where at once
     */
    public void put(String clusterQueue, Workload workload, @Nullable Instant notBefore, Instant now) {
        Pending before = pending.get(workload.key());
        if (before != null) {
            if (before.line().clusterQueue().equals(clusterQueue)
                    && before.workload().equals(workload)) {
                return;
            }
            remove(workload.key());
        }
        WaitingLine line = line(clusterQueue);
        Pending waiting = line.join(workload, notBefore);
        pending.put(workload.key(), waiting);
        if (waiting.allowed(now)) {
            line.enter(waiting);
        } else {
            backoff.add(waiting);
        }
        update(line);
    }

    public boolean contains(WorkloadKey key) {
        return pending.containsKey(key);
    }

    /** The ClusterQueue that a workload waits for, or null. */
    public @Nullable String clusterQueueOf(WorkloadKey key) {
        Pending waiting = pending.get(key);
        return waiting == null ? null : waiting.line().clusterQueue();
    }

    /** Whether a workload waits for a time of its own, not for quota. */
    public boolean backsOff(WorkloadKey key) {
        Pending waiting = pending.get(key);
        return waiting != null && waiting.backsOff();
    }

    /** Workloads that backed off and whose time has come since this was called last. */
    public List<WorkloadKey> takeReturned() {
        return backoff.takeReturned();
    }

    public boolean remove(WorkloadKey key) {
        Pending waiting = pending.remove(key);
        if (waiting == null) {
            return false;
        }
        if (waiting.place == Pending.Place.BACKOFF) {
            backoff.remove(waiting);
        }
        WaitingLine line = waiting.line();
        line.remove(waiting);
        line.endPreemptor(key);
        update(line);
        removeIfObsolete(line);
        return true;
    }

    private void removeIfObsolete(WaitingLine line) {
        if (line.obsolete()) {
            lines.remove(line.clusterQueue());
        }
    }

    /** Something in that cohort tree may have freed or added quota: all workloads parked there compete again. */
    public void wake(int tree) {
        wakes.of(tree);
        for (String name : parked.of(tree)) {
            WaitingLine line = line(name);
            line.wake(this::stays);
            update(line);
        }
    }

    private boolean stays(Pending waiting) {
        return waiting.namespaceMismatch
                && !namespaceMatches.test(
                        waiting.line().clusterQueue(), waiting.workload().key().namespace());
    }

    /** Workloads of a namespace may now be admissible where they were not, or the other way round. */
    public void wakeNamespaces() {
        wakes.ofAll();
        for (WaitingLine line : lines.values()) {
            line.wake(waiting -> !waiting.namespaceMismatch || stays(waiting));
            update(line);
        }
    }

    /** Pops the head of every usable queue, in the order of the ClusterQueues' names. */
    public List<Head> heads(Instant now) {
        wakeDue(now);
        List<Head> heads = new ArrayList<>(ready.size());
        for (String name : List.copyOf(ready)) {
            WaitingLine line = line(name);
            Pending head = line.pop(pendingPreemptor(line));
            update(line);
            if (head != null) {
                head.lastWakeBefore = wakes.last();
                heads.add(head(line, head));
            }
        }
        return heads;
    }

    private @Nullable Pending pendingPreemptor(WaitingLine line) {
        WorkloadKey preemptor = line.preemptor();
        return preemptor == null ? null : pending.get(preemptor);
    }

    private Head head(WaitingLine line, Pending waiting) {
        return new Head(
                waiting.workload(),
                line.clusterQueue(),
                namespaceMatches.test(
                        line.clusterQueue(), waiting.workload().key().namespace()),
                waiting.claims,
                waiting.progress);
    }

    private void wakeDue(Instant now) {
        for (Pending due = backoff.poll(now); due != null; due = backoff.poll(now)) {
            due.line().enter(due);
            update(due.line());
        }
    }

    /** When the next workload's time comes, or null where none waits for a time. */
    public @Nullable Instant nextDue() {
        return backoff.next();
    }

    /**
     * Requeues a head. One that was removed or changed since it was popped is left as it is now.
     *
     * @return whether it was requeued
     */
    public boolean requeue(Head head, Verdict verdict, @Nullable FlavorProgress progress, Instant now) {
        Pending waiting = inFlight(head);
        if (waiting == null) {
            return false;
        }
        WaitingLine line = waiting.line();
        waiting.progress = progress;
        waiting.namespaceMismatch = verdict == Verdict.NAMESPACE_MISMATCH;
        boolean strict = line.strategy == QueueingStrategy.STRICT_FIFO;
        boolean flavorsLeft = progress != null && progress.flavorsLeft();
        boolean woken = wakes.since(waiting.lastWakeBefore, line.tree);
        boolean active = switch (verdict) {
            case RETRY, WAITS_FOR_VICTIMS -> true;
            case NO_FIT, NO_CANDIDATES, BLOCKED -> strict || flavorsLeft || woken;
            case NAMESPACE_MISMATCH -> woken && !stays(waiting);
        };
        waiting.claims = verdict.claims(waiting.claims);
        boolean due = waiting.allowed(now);
        if (verdict == Verdict.WAITS_FOR_VICTIMS && !strict) {
            line.preemptor(head.workload().key());
        } else if (!due || (!active && verdict == Verdict.NO_FIT)) {
            // A preemptor stays first while it may still fit: its victims are evicted because of it.
            line.endPreemptor(head.workload().key());
        }
        if (!due) {
            backoff.add(waiting);
        } else if (active) {
            line.retry(waiting);
        } else if (verdict == Verdict.NO_FIT || verdict == Verdict.NO_CANDIDATES) {
            line.park(waiting);
        } else {
            line.parkAlone(waiting);
        }
        update(line);
        return true;
    }

    /** Removes a head that was admitted; false where it was removed or changed since it was popped. */
    public boolean admitted(Head head) {
        Pending waiting = inFlight(head);
        if (waiting == null) {
            return false;
        }
        pending.remove(head.workload().key());
        waiting.line().remove(waiting);
        removeIfObsolete(waiting.line());
        return true;
    }

    /** A workload has its quota confirmed, or is gone: it no longer comes first in that queue. */
    public void settled(String clusterQueue, WorkloadKey key) {
        WaitingLine line = lines.get(clusterQueue);
        if (line != null) {
            line.endPreemptor(key);
        }
    }

    @SuppressWarnings("ReferenceEquality") // an equal workload that came later is another one
    private @Nullable Pending inFlight(Head head) {
        Pending waiting = pending.get(head.workload().key());
        return waiting != null && waiting.place == Pending.Place.IN_FLIGHT && waiting.workload() == head.workload()
                ? waiting
                : null;
    }

    /** How many workloads of a ClusterQueue compete for its head. */
    public int activeCount(String clusterQueue) {
        WaitingLine line = lines.get(clusterQueue);
        return line == null ? 0 : line.activeCount();
    }

    /** Whether a workload competes for the head of its queue now. */
    public boolean competes(WorkloadKey key) {
        Pending waiting = pending.get(key);
        return waiting != null
                && waiting.line().usable
                && (waiting.place == Pending.Place.IN_FLIGHT
                        || (waiting.place == Pending.Place.CLASS
                                && !waiting.peers().parked()));
    }

    /** By ClusterQueue, the workload that comes first there while it waits for its victims. */
    public Map<String, WorkloadKey> preemptors() {
        Map<String, WorkloadKey> found = new TreeMap<>();
        for (WaitingLine line : lines.values()) {
            WorkloadKey preemptor = line.preemptor();
            if (preemptor != null) {
                found.put(line.clusterQueue(), preemptor);
            }
        }
        return found;
    }

    /** The heads that a cycle would pop now. All stay where they are, also those whose time to compete has come. */
    public List<Head> nextHeads() {
        List<Head> heads = new ArrayList<>(ready.size());
        for (String name : ready) {
            WaitingLine line = line(name);
            Pending head = line.head(pendingPreemptor(line));
            if (head != null) {
                heads.add(head(line, head));
            }
        }
        return heads;
    }

    /** Some of the workloads that are parked in a usable ClusterQueue, one of each equivalence class. */
    public List<Head> parked(String clusterQueue, int most) {
        WaitingLine line = lines.get(clusterQueue);
        return line == null || !line.usable
                ? List.of()
                : line.parked(most).stream().map(parked -> head(line, parked)).toList();
    }

    /** All waiting workloads, whatever they wait for. */
    public Set<WorkloadKey> keys() {
        return Collections.unmodifiableSet(pending.keySet());
    }

    /** How a workload waits, or null where it does not. */
    public @Nullable Waiting waiting(WorkloadKey key) {
        Pending waiting = pending.get(key);
        if (waiting == null) {
            return null;
        }
        return new Waiting(
                waiting.line().clusterQueue(),
                waiting.workload(),
                waiting.place == Pending.Place.IN_FLIGHT,
                waiting.place == Pending.Place.BACKOFF ? waiting.time() : null);
    }

    /** As {@link WaitingLine#pending}, of a ClusterQueue. */
    public List<Workload> pending(String clusterQueue, Collection<Workload> others) {
        WaitingLine line = lines.get(clusterQueue);
        return (line == null ? new WaitingLine(clusterQueue, order, equivalence) : line).pending(others);
    }

    /** Workloads that wait without a cycle of their own: each once, so that its condition can say so. */
    public List<PassedOver> takeSkipped() {
        return skipped.take(pending);
    }

    /** The workloads that were parked without a cycle of their own because this one did not fit. */
    public List<Workload> parkedWith(WorkloadKey key) {
        Pending waiting = pending.get(key);
        return waiting == null ? List.of() : waiting.line().parkedWith(waiting);
    }
}

package dev.turnstile.core.queue;

import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
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
 * tree those that have somebody parked there. No wake-up is lost: events are numbered, a head remembers the last one
 * before it was taken out, and is not parked if its tree has seen another one since.
 */
public final class PendingQueues {
    private static final Comparator<Pending> BY_TIME = Comparator.comparing(Pending::time)
            .thenComparing(pending -> pending.workload().key());

    private final Comparator<Workload> order;
    private final boolean equivalence;
    private final BiPredicate<String, String> namespaceMatches;
    private final Map<String, WaitingLine> lines = new LinkedHashMap<>();
    private final Map<WorkloadKey, Pending> pending = new LinkedHashMap<>();
    private final SortedSet<String> ready = new TreeSet<>();
    private final Map<Integer, SortedSet<String>> parkedIn = new LinkedHashMap<>();
    private final TreeSet<Pending> backoff = new TreeSet<>(BY_TIME);
    private final List<Pending> passedOver = new ArrayList<>();
    private final List<WorkloadKey> returned = new ArrayList<>();
    private final Map<Integer, Long> lastWakeOf = new LinkedHashMap<>();
    private long lastWakeOfAll;
    private long wakes;

    /** @param namespaceMatches whether a ClusterQueue admits workloads of a namespace */
    public PendingQueues(QueueOrder queueOrder, boolean equivalence, BiPredicate<String, String> namespaceMatches) {
        this.order = queueOrder.order();
        this.equivalence = equivalence;
        this.namespaceMatches = namespaceMatches;
    }

    /** Tells where a ClusterQueue stands: its strategy, its cohort tree, and whether its queue may be used. */
    public void place(String clusterQueue, QueueingStrategy strategy, int tree, boolean usable) {
        WaitingLine line = line(clusterQueue);
        line.strategy = strategy;
        line.usable = usable;
        line.tree = tree;
        if (strategy == QueueingStrategy.STRICT_FIFO) {
            line.preemptor(null);
        }
        update(line);
    }

    /**
     * Forgets where all ClusterQueues stand; each has to be placed again, and then {@link #removeUnplaced} be called.
     * Everybody parked is woken.
     */
    public void displaceAll() {
        parkedIn.clear();
        lastWakeOf.clear();
        lastWakeOfAll = ++wakes;
        for (WaitingLine line : lines.values()) {
            line.usable = false;
            line.tree = -1;
            line.wake(this::stays);
            update(line);
        }
    }

    /** Removes the queues of ClusterQueues that do not exist and for which nobody waits. */
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
        passedOver.addAll(line.takePassedOver());
        if (line.usable && line.hasActive()) {
            ready.add(line.clusterQueue());
        } else {
            ready.remove(line.clusterQueue());
        }
        SortedSet<String> inTree = parkedIn.computeIfAbsent(line.tree, tree -> new TreeSet<>());
        if (line.hasParked()) {
            inTree.add(line.clusterQueue());
        } else {
            inTree.remove(line.clusterQueue());
        }
    }

    /**
     * Queues a workload, or takes note that it changed. One that did not change in anything seen here stays put.
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
            delay(waiting);
        }
        update(line);
    }

    private void delay(Pending waiting) {
        waiting.place = Pending.Place.BACKOFF;
        backoff.add(waiting);
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
        return waiting != null
                && waiting.place == Pending.Place.BACKOFF
                && waiting.workload().requeue().at() != null;
    }

    /** Those whose time came since this was called last. */
    public List<WorkloadKey> takeReturned() {
        List<WorkloadKey> taken = List.copyOf(returned);
        returned.clear();
        return taken;
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
        if (key.equals(line.preemptor())) {
            line.preemptor(null);
        }
        update(line);
        removeIfObsolete(line);
        return true;
    }

    private void removeIfObsolete(WaitingLine line) {
        if (line.obsolete()) {
            lines.remove(line.clusterQueue());
        }
    }

    /** Something in that cohort tree may have freed quota, or made some: everybody parked there is active again. */
    public void wake(int tree) {
        lastWakeOf.put(tree, ++wakes);
        SortedSet<String> parked = parkedIn.get(tree);
        if (parked == null || parked.isEmpty()) {
            return;
        }
        for (String name : List.copyOf(parked)) {
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
        lastWakeOfAll = ++wakes;
        for (WaitingLine line : lines.values()) {
            line.wake(waiting -> !waiting.namespaceMismatch || stays(waiting));
            update(line);
        }
    }

    /** Takes the head of every usable queue out, in the order of the ClusterQueues' names. */
    public List<Head> heads(Instant now) {
        wakeDue(now);
        List<Head> heads = new ArrayList<>(ready.size());
        for (String name : List.copyOf(ready)) {
            WaitingLine line = line(name);
            Pending head = line.pop(pendingPreemptor(line));
            update(line);
            if (head != null) {
                head.lastWakeBefore = wakes;
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

    private boolean wokenSince(long wake, WaitingLine line) {
        return Math.max(lastWakeOfAll, lastWakeOf.getOrDefault(line.tree, 0L)) > wake;
    }

    private void wakeDue(Instant now) {
        while (!backoff.isEmpty() && backoff.first().allowed(now)) {
            Pending due = backoff.removeFirst();
            returned.add(due.workload().key());
            due.line().enter(due);
            update(due.line());
        }
    }

    /** When the next workload's time comes, or null where none waits for a time. */
    public @Nullable Instant nextDue() {
        return backoff.isEmpty() || backoff.first().time().equals(Instant.MAX)
                ? null
                : backoff.first().time();
    }

    /**
     * Puts a head back. One that was removed or changed since it was taken out is left as it is now.
     *
     * @return whether it was put back
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
        boolean woken = wokenSince(waiting.lastWakeBefore, line);
        boolean active = switch (verdict) {
            case RETRY, WAITS_FOR_VICTIMS -> true;
            case NO_FIT, NO_CANDIDATES, BLOCKED -> strict || flavorsLeft || woken;
            case NAMESPACE_MISMATCH -> woken && !stays(waiting);
        };
        waiting.claims = switch (verdict) {
            case WAITS_FOR_VICTIMS -> true;
            case RETRY, BLOCKED -> waiting.claims;
            case NO_FIT, NO_CANDIDATES, NAMESPACE_MISMATCH -> false;
        };
        boolean due = waiting.allowed(now);
        stick(
                line,
                waiting,
                !strict && verdict == Verdict.WAITS_FOR_VICTIMS,
                due && (active || verdict != Verdict.NO_FIT));
        if (!due) {
            delay(waiting);
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

    /** A preemptor stays first while there is hope: the victims it waits for leave because of it. */
    private static void stick(WaitingLine line, Pending waiting, boolean preempts, boolean hope) {
        WorkloadKey key = waiting.workload().key();
        if (preempts) {
            line.preemptor(key);
        } else if (!hope && key.equals(line.preemptor())) {
            line.preemptor(null);
        }
    }

    /** Takes a head for good that was admitted; false where it was removed or changed since it was taken out. */
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

    /** A workload holds quota for good, or is gone: it does not come first in that queue when it comes back. */
    public void settled(String clusterQueue, WorkloadKey key) {
        WaitingLine line = lines.get(clusterQueue);
        if (line != null && key.equals(line.preemptor())) {
            line.preemptor(null);
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

    /** By ClusterQueue, whoever comes first there while it waits for its victims. */
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

    /** Some of those who are parked in a usable ClusterQueue, one for all its equals. */
    public List<Head> parked(String clusterQueue, int most) {
        WaitingLine line = lines.get(clusterQueue);
        return line == null || !line.usable
                ? List.of()
                : line.parked(most).stream().map(parked -> head(line, parked)).toList();
    }

    /** All that wait, whatever they wait for. */
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

    /** Everybody who waits for a ClusterQueue, in queue order. */
    public List<Workload> pending(String clusterQueue) {
        WaitingLine line = lines.get(clusterQueue);
        return line == null ? List.of() : line.members();
    }

    /**
     * Those who were parked without having been looked at, since an equal had proved hopeless, and still are: each
     * once, so that they can be told.
     */
    @SuppressWarnings("ReferenceEquality") // an equal workload that came later is another one
    public List<Workload> takePassedOver() {
        List<Workload> told = new ArrayList<>();
        for (Pending waiting : passedOver) {
            boolean waits = pending.get(waiting.workload().key()) == waiting && waiting.place == Pending.Place.CLASS;
            if (waits && waiting.peers().parked()) {
                told.add(waiting.workload());
            } else if (waits) {
                waiting.peers().ask(waiting);
            }
        }
        passedOver.clear();
        return told;
    }

    /** The workloads that were parked unseen because this one proved hopeless. */
    public List<Workload> parkedWith(WorkloadKey key) {
        Pending waiting = pending.get(key);
        return waiting == null ? List.of() : waiting.line().parkedWith(waiting);
    }
}

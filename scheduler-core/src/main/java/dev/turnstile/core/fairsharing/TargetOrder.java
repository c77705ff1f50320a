package dev.turnstile.core.fairsharing;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Simulation;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which ClusterQueue the next victim is taken from.
 *
 * <p>Goal: shares even out. Steps: from the root down, go into the borrowing child with the highest share; a cohort is
 * preferred to a ClusterQueue at an equal share, because its most unfair member can still be chosen inside it. A child
 * that does not borrow is dropped for good, as nothing in this search raises its share; the preemptor's own queue and
 * its ancestors stay as long as they have candidates. Shares are read from the simulation each time, because every
 * victim changes them. Example: queues a (share 500) and b (250) below one root: a is asked until it is at or below
 * 250, then the one whose next candidate orders first.
 */
public final class TargetOrder {
    private final Simulation simulation;
    private final QuotaTree tree;
    private final int preemptor;
    private final Comparator<AdmittedWorkload> order;
    private final SortedMap<Integer, Deque<AdmittedWorkload>> candidates = new TreeMap<>();
    private final Map<Integer, SortedSet<Integer>> children = new TreeMap<>();
    private final Set<Integer> dropped = new LinkedHashSet<>();
    private final Set<Integer> ancestors = new LinkedHashSet<>();
    private final int root;

    public TargetOrder(
            Simulation simulation, int preemptor, Comparator<AdmittedWorkload> order, List<AdmittedWorkload> inOrder) {
        this.simulation = simulation;
        this.tree = simulation.quotas();
        this.preemptor = preemptor;
        this.order = order;
        for (AdmittedWorkload candidate : inOrder) {
            candidates
                    .computeIfAbsent(candidate.node(), node -> new ArrayDeque<>())
                    .add(candidate);
        }
        for (int queue : candidates.keySet()) {
            int node = queue;
            for (int parent = tree.parent(node); parent != QuotaTree.NO_PARENT; parent = tree.parent(node)) {
                children.computeIfAbsent(parent, any -> new TreeSet<>()).add(node);
                node = parent;
            }
        }
        int top = preemptor;
        while (tree.parent(top) != QuotaTree.NO_PARENT) {
            top = tree.parent(top);
            ancestors.add(top);
        }
        root = top;
    }

    /**
     * The node of the queue to take from, or -1 where no queue is left. Either {@link #take} or {@link #drop} it next.
     */
    public int next() {
        if (root == preemptor) {
            return hasCandidates(preemptor) ? preemptor : -1;
        }
        while (!dropped.contains(root)) {
            int found = highestBelow(root);
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    public boolean hasCandidates(int queue) {
        Deque<AdmittedWorkload> left = candidates.get(queue);
        return left != null && !left.isEmpty();
    }

    public AdmittedWorkload take(int queue) {
        return left(queue).remove();
    }

    public void drop(int queue) {
        dropped.add(queue);
    }

    private Deque<AdmittedWorkload> left(int queue) {
        return candidates.computeIfAbsent(queue, node -> new ArrayDeque<>());
    }

    private int highestBelow(int top) {
        int cohort = top;
        while (true) {
            int found = highestChild(cohort);
            if (found < 0 || tree.isClusterQueue(found)) {
                return found;
            }
            cohort = found;
        }
    }

    /** The child to take from or to look below, or -1 where there is none, and the cohort is dropped. */
    private int highestChild(int cohort) {
        int highestQueue = -1;
        DominantResourceShare queueShare = DominantResourceShare.NONE;
        int highestCohort = -1;
        DominantResourceShare cohortShare = DominantResourceShare.NONE;
        SortedSet<Integer> below = children.get(cohort);
        for (int child : below == null ? new TreeSet<Integer>() : below) {
            if (dropped.contains(child)) {
                continue;
            }
            DominantResourceShare share = DominantResourceShare.of(tree, simulation, child);
            if (tree.isClusterQueue(child)) {
                if ((share.zero() && child != preemptor) || !hasCandidates(child)) {
                    dropped.add(child);
                } else if (share.compareTo(queueShare) > 0
                        || (share.compareTo(queueShare) == 0 && ordersFirst(child, highestQueue))) {
                    queueShare = share;
                    highestQueue = child;
                }
            } else if (share.zero() && !ancestors.contains(child)) {
                dropped.add(child);
            } else if (share.compareTo(cohortShare) >= 0) {
                cohortShare = share;
                highestCohort = child;
            }
        }
        if (highestQueue < 0 && highestCohort < 0) {
            dropped.add(cohort);
            return -1;
        }
        return cohortShare.compareTo(queueShare) >= 0 ? highestCohort : highestQueue;
    }

    private boolean ordersFirst(int queue, int other) {
        return other < 0 || order.compare(left(queue).element(), left(other).element()) < 0;
    }
}

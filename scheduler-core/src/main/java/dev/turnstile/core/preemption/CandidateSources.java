package dev.turnstile.core.preemption;

import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.preemption.CandidateStream.Source;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.snapshot.Simulation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The other queues from which something can be reclaimed.
 *
 * <p>Walks up from the preemptor's queue. In each newly reached subtree it looks only below nodes that use more than
 * their quota of what is contested. As soon as the request fits the quota of a subtree already passed, the preemptor
 * has the better claim to what is found from there on: those sources are hierarchical. Example: the request does not
 * fit the queue's own quota, but that of its parent cohort: queues below the same parent are taken by priority, queues
 * below the grandparent are hierarchical.
 */
final class CandidateSources {
    private final Simulation simulation;
    private final QuotaTree tree;
    private final VictimRequest request;
    private final List<Source> hierarchical = new ArrayList<>();
    private final List<Source> byPriority = new ArrayList<>();

    CandidateSources(Simulation simulation, VictimRequest request) {
        this.simulation = simulation;
        this.tree = simulation.quotas();
        this.request = request;
        if (request.queue().preemption().reclaimWithinCohort() != Candidates.NEVER) {
            walkUp();
        }
    }

    List<Source> hierarchical() {
        return hierarchical;
    }

    List<Source> byPriority() {
        return byPriority;
    }

    private void walkUp() {
        Demand demand = request.demand();
        long[] remaining = new long[demand.size()];
        for (int i = 0; i < remaining.length; i++) {
            remaining[i] = demand.amount(i);
        }
        boolean advantage = fitsQuota(request.node(), remaining);
        int passed = request.node();
        for (int subtree = tree.parent(passed); subtree != QuotaTree.NO_PARENT; subtree = tree.parent(subtree)) {
            collect(subtree, passed, advantage ? hierarchical : byPriority);
            advantage |= fitsQuota(subtree, remaining);
            passed = subtree;
        }
    }

    /** Whether the request fits the quota of that node; what the node keeps for itself is taken off the request. */
    private boolean fitsQuota(int node, long[] remaining) {
        boolean fits = true;
        for (int i = 0; i < remaining.length; i++) {
            int column = request.demand().column(i);
            fits &= !QuotaArithmetic.exceedsWith(tree, simulation, node, column, remaining[i]);
            long local = QuotaArithmetic.localAvailable(tree, simulation, node, column);
            remaining[i] = Math.max(0, Amount.subtract(remaining[i], local));
        }
        return fits;
    }

    /** A cohort of which the children from {@code next} on are still to be looked at. */
    private static final class Open {
        private final int[] children;
        private int next;

        Open(int[] children) {
            this.children = children;
        }
    }

    /** Children before siblings, however deep the cohorts are nested. */
    private void collect(int commonAncestor, int passed, List<Source> found) {
        Deque<Open> path = new ArrayDeque<>();
        path.push(new Open(simulation.childrenToCheck(commonAncestor)));
        while (!path.isEmpty()) {
            Open lowest = path.element();
            if (lowest.next == lowest.children.length) {
                path.remove();
                continue;
            }
            int child = lowest.children[lowest.next++];
            if (child == passed || child == request.node() || !request.exceeds(tree, simulation, child)) {
                continue;
            }
            if (tree.isClusterQueue(child)) {
                found.add(new Source(child, commonAncestor));
            } else {
                path.push(new Open(simulation.childrenToCheck(child)));
            }
        }
    }
}

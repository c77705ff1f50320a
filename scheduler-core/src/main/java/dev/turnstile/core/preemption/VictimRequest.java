package dev.turnstile.core.preemption;

import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.UsageView;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.core.workload.Workload;

/**
 * A search for victims: for which workload, in which queue, for what demand, and which flavor-resources are contested,
 * that is, do not suffice as they are.
 */
public final class VictimRequest {
    private final Workload preemptor;
    private final ClusterQueue queue;
    private final int node;
    private final Demand demand;
    private final boolean[] contested;
    private final boolean mayBorrow;
    private final QueueOrder queueOrder;

    public VictimRequest(
            Workload preemptor,
            ClusterQueue queue,
            int node,
            Demand demand,
            boolean[] contested,
            boolean mayBorrow,
            QueueOrder queueOrder) {
        this.preemptor = preemptor;
        this.queue = queue;
        this.node = node;
        this.demand = demand;
        this.contested = contested.clone();
        this.mayBorrow = mayBorrow;
        this.queueOrder = queueOrder;
    }

    Workload preemptor() {
        return preemptor;
    }

    ClusterQueue queue() {
        return queue;
    }

    int node() {
        return node;
    }

    Demand demand() {
        return demand;
    }

    /** Whether the workload itself allows that it borrows. */
    boolean mayBorrow() {
        return mayBorrow;
    }

    Candidates policyFor(int candidateNode) {
        return candidateNode == node
                ? queue.preemption().withinClusterQueue()
                : queue.preemption().reclaimWithinCohort();
    }

    boolean isCandidate(AdmittedWorkload candidate) {
        return candidate.uses(contested) && policyAllows(candidate);
    }

    private boolean policyAllows(AdmittedWorkload candidate) {
        return switch (policyFor(candidate.node())) {
            case NEVER -> false;
            case ANY -> true;
            case LOWER_PRIORITY -> candidate.priority() < preemptor.priority();
            case LOWER_OR_NEWER_EQUAL_PRIORITY ->
                candidate.priority() < preemptor.priority()
                        || (candidate.priority() == preemptor.priority()
                                && queueOrder.time(preemptor).isBefore(queueOrder.time(candidate.workload())));
        };
    }

    /** Whether nobody that follows in the same queue can be a candidate, because priorities only rise from here. */
    boolean hopelessFrom(AdmittedWorkload candidate) {
        if (candidate.evicting()) {
            return false;
        }
        return switch (policyFor(candidate.node())) {
            case NEVER -> true;
            case ANY -> false;
            case LOWER_PRIORITY -> candidate.priority() >= preemptor.priority();
            case LOWER_OR_NEWER_EQUAL_PRIORITY -> candidate.priority() > preemptor.priority();
        };
    }

    /** Whether a node uses more than its subtree has, in anything contested. */
    boolean exceeds(QuotaTree tree, UsageView view, int any) {
        for (int column = 0; column < contested.length; column++) {
            if (contested[column] && QuotaArithmetic.exceeds(tree, view, any, column)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the preemptor's queue uses less than its nominal quota of everything contested. */
    boolean underNominal(QuotaTree tree, UsageView view) {
        for (int column = 0; column < contested.length; column++) {
            if (contested[column] && view.usage(node, column) >= tree.nominal(node, column)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the preemptor's queue uses no more than its nominal quota of everything contested. */
    boolean withinNominal(QuotaTree tree, UsageView view) {
        for (int column = 0; column < contested.length; column++) {
            if (contested[column] && view.usage(node, column) > tree.nominal(node, column)) {
                return false;
            }
        }
        return true;
    }
}

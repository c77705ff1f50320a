package dev.turnstile.core.snapshot;

import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.UsageView;
import dev.turnstile.core.resource.Amount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is used in one cohort tree and by whom. Immutable; a changed copy costs the path from the ClusterQueue to the
 * root. Knows for every cohort which children use more than their quota, so that a search for victims looks at those
 * only, however many idle ones there are.
 */
public final class TreeState implements UsageView {

    @SuppressWarnings("ArrayRecordComponent") // never changed once it is here, never compared
    private record NodeState(
            long[] usage, OrderedSet<AdmittedWorkload> workloads, OrderedSet<Integer> exceeding, long generation) {
        NodeState with(OrderedSet<Integer> children) {
            return new NodeState(usage, workloads, children, generation);
        }
    }

    private final QuotaTree quotas;
    private final PersistentVector<NodeState> nodes;

    private TreeState(QuotaTree quotas, PersistentVector<NodeState> nodes) {
        this.quotas = quotas;
        this.nodes = nodes;
    }

    static TreeState empty(QuotaTree quotas, long generation) {
        List<NodeState> states = new ArrayList<>(quotas.size());
        for (int node = 0; node < quotas.size(); node++) {
            states.add(new NodeState(
                    new long[quotas.columns()],
                    OrderedSet.empty(AdmittedWorkload.VICTIM_ORDER),
                    OrderedSet.empty(Comparator.<Integer>naturalOrder()),
                    generation));
        }
        return new TreeState(quotas, PersistentVector.of(states));
    }

    public QuotaTree quotas() {
        return quotas;
    }

    @Override
    public long usage(int node, int column) {
        return nodes.get(node).usage[column];
    }

    /** The workloads of a ClusterQueue in the order in which they are considered as victims. */
    public OrderedSet<AdmittedWorkload> workloads(int node) {
        return nodes.get(node).workloads;
    }

    /** The children of a cohort that use more than their subtree's quota of anything. */
    public OrderedSet<Integer> exceedingChildren(int node) {
        return nodes.get(node).exceeding;
    }

    /**
     * Grows whenever quota of the tree was changed, or a workload that holds quota of this ClusterQueue left or
     * changed.
     */
    public long generation(int node) {
        return nodes.get(node).generation;
    }

    boolean saturated(AdmittedWorkload workload) {
        for (int node = workload.node(); node != QuotaTree.NO_PARENT; node = quotas.parent(node)) {
            for (int i = 0; i < workload.columnCount(); i++) {
                if (Amount.saturated(usage(node, workload.column(i)))) {
                    return true;
                }
            }
        }
        return false;
    }

    TreeState with(AdmittedWorkload workload) {
        NodeState own = nodes.get(workload.node());
        NodeState changed = new NodeState(own.usage, own.workloads.with(workload), own.exceeding, own.generation);
        PersistentVector<NodeState> next = nodes.with(workload.node(), changed);
        return new TreeState(quotas, moved(next, workload, 1));
    }

    TreeState without(AdmittedWorkload workload) {
        NodeState own = nodes.get(workload.node());
        NodeState changed =
                new NodeState(own.usage, own.workloads.without(workload), own.exceeding, own.generation + 1);
        PersistentVector<NodeState> next = nodes.with(workload.node(), changed);
        return new TreeState(quotas, moved(next, workload, -1));
    }

    private PersistentVector<NodeState> moved(
            PersistentVector<NodeState> start, AdmittedWorkload workload, int direction) {
        PersistentVector<NodeState> states = start;
        int count = workload.columnCount();
        long[] deltas = new long[count];
        for (int i = 0; i < count; i++) {
            deltas[i] = direction * workload.amount(i);
        }
        boolean rising = true;
        for (int node = workload.node(); node != QuotaTree.NO_PARENT && rising; node = quotas.parent(node)) {
            NodeState state = states.get(node);
            long[] usage = state.usage.clone();
            rising = false;
            for (int i = 0; i < count; i++) {
                int column = workload.column(i);
                long local = quotas.localQuota(node, column);
                long before = Math.max(0, Amount.subtract(usage[column], local));
                usage[column] = Amount.add(usage[column], deltas[i]);
                deltas[i] = Amount.subtract(Math.max(0, Amount.subtract(usage[column], local)), before);
                rising |= deltas[i] != 0;
            }
            NodeState changed = new NodeState(usage, state.workloads, state.exceeding, state.generation);
            states = marked(states.with(node, changed), node);
        }
        return states;
    }

    private PersistentVector<NodeState> marked(PersistentVector<NodeState> states, int node) {
        int parent = quotas.parent(node);
        if (parent == QuotaTree.NO_PARENT) {
            return states;
        }
        NodeState above = states.get(parent);
        boolean exceeds = false;
        UsageView view = (any, column) -> states.get(any).usage[column];
        for (int column = 0; column < quotas.columns() && !exceeds; column++) {
            exceeds = QuotaArithmetic.exceeds(quotas, view, node, column);
        }
        if (exceeds == above.exceeding.contains(node)) {
            return states;
        }
        return states.with(parent, above.with(exceeds ? above.exceeding.with(node) : above.exceeding.without(node)));
    }
}

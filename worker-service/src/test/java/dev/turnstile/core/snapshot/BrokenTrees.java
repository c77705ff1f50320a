package dev.turnstile.core.snapshot;

/** Trees as no ledger should ever make them. */
public final class BrokenTrees {
    private BrokenTrees() {}

    /** The sums count the first workload of that ClusterQueue once more. */
    public static TreeState countedTwice(TreeState tree, int node) {
        return tree.with(tree.workloads(node).iterator().next());
    }
}

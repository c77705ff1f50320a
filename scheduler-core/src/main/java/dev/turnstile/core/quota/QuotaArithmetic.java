package dev.turnstile.core.quota;

import dev.turnstile.core.resource.Amount;

/** The sums of a cohort tree: see {@code docs/scheduler-core.md} for the words. */
public final class QuotaArithmetic {

    /** How high a request has to reach for quota, and whether that is less than the whole tree. */
    public record Reach(int level, boolean belowRoot) {}

    private QuotaArithmetic() {}

    /** The part of the quota that the parent never sees and that is still free. */
    public static long localAvailable(QuotaTree tree, UsageView view, int node, int column) {
        return Math.max(0, Amount.subtract(tree.localQuota[tree.cell(node, column)], view.usage(node, column)));
    }

    /**
     * What could be added to the usage of this node; negative where quota was taken away.
     *
     * <p>Goal: the sum of what every node on the way to the root keeps for itself and has left, and of what is left at
     * the root; but a node with a borrowing limit has no more from above than that. Steps: walk up, adding what was
     * kept; at each limit, the answer is at most what was kept so far plus the limit. Example: a queue keeps 2 and may
     * borrow 3 from a root with 10 left: 2 + min(10, 3) = 5.
     */
    public static long available(QuotaTree tree, UsageView view, int node, int column) {
        long kept = 0;
        long atMost = Long.MAX_VALUE;
        int current = node;
        while (true) {
            int cell = tree.cell(current, column);
            long usage = view.usage(current, column);
            int parent = tree.parent(current);
            if (parent == QuotaTree.NO_PARENT) {
                return Math.min(atMost, Amount.add(kept, Amount.subtract(tree.subtreeQuota[cell], usage)));
            }
            long local = tree.localQuota[cell];
            kept = Amount.add(kept, Math.max(0, Amount.subtract(local, usage)));
            long limit = tree.borrowingLimit[cell];
            if (limit != QuotaTree.UNLIMITED) {
                long shared = Amount.subtract(tree.subtreeQuota[cell], local);
                long usedOfShared = Math.max(0, Amount.subtract(usage, local));
                atMost = Math.min(atMost, Amount.add(kept, Amount.add(Amount.subtract(shared, usedOfShared), limit)));
            }
            current = parent;
        }
    }

    /** Whether the node would use more than its subtree has, with that amount on top. */
    public static boolean exceedsWith(QuotaTree tree, UsageView view, int node, int column, long amount) {
        return Amount.add(view.usage(node, column), amount) > tree.subtreeQuota[tree.cell(node, column)];
    }

    public static boolean exceeds(QuotaTree tree, UsageView view, int node, int column) {
        return view.usage(node, column) > tree.subtreeQuota[tree.cell(node, column)];
    }

    /** Like {@link #exceedsWith}, but nobody borrows who has nobody to borrow from. */
    public static boolean borrowsWith(QuotaTree tree, UsageView view, int node, int column, long amount) {
        return tree.parent(node) != QuotaTree.NO_PARENT && exceedsWith(tree, view, node, column, amount);
    }

    /**
     * The lowest subtree around a ClusterQueue that still holds an amount.
     *
     * <p>Goal: say how locally quota can be had, as the height of that subtree (0: the queue's own). What a level keeps
     * for itself is used up before the next level is asked. Where no subtree holds the amount, the answer is the height
     * of the whole tree. Example: a queue with nominal 4 uses 3 and asks for 3 in a cohort (height 1) with 8 of which 3
     * are used: its own 4 do not hold 6, the cohort's 8 do: level 1, which is the root, so not below it.
     */
    public static Reach reach(QuotaTree tree, UsageView view, int queue, int column, long amount) {
        int parent = tree.parent(queue);
        if (!borrowsWith(tree, view, queue, column, amount)) {
            return new Reach(0, parent != QuotaTree.NO_PARENT);
        }
        long remaining = Amount.subtract(amount, localAvailable(tree, view, queue, column));
        int node = parent;
        while (true) {
            int above = tree.parent(node);
            boolean root = above == QuotaTree.NO_PARENT;
            if (root || !exceedsWith(tree, view, node, column, remaining)) {
                return new Reach(tree.height(node), !root);
            }
            remaining = Amount.subtract(remaining, localAvailable(tree, view, node, column));
            node = above;
        }
    }
}

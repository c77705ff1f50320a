package dev.turnstile.core.fairsharing;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.UsageView;
import dev.turnstile.core.resource.Amount;

/**
 * How much a node borrows of what its parent could lend, in thousandths, for the resource where that is most.
 *
 * <p>Compared after division by the node's weight. A node of weight 0 that borrows has an infinite share; two of those
 * compare by their ratios. Example: 3 cpu borrowed of 12 that the cohort has are 250; at weight 2 that counts as 125.
 *
 * @param ratio thousandths, before weighting
 * @param weight the fair weight in thousandths
 */
public record DominantResourceShare(double ratio, long weight) implements Comparable<DominantResourceShare> {
    /** Below every share: where a search for the highest starts. */
    public static final DominantResourceShare NONE = new DominantResourceShare(-1, 1000);

    public static DominantResourceShare of(QuotaTree tree, UsageView view, int node) {
        int parent = tree.parent(node);
        long weight = tree.fairWeight(node);
        if (parent == QuotaTree.NO_PARENT) {
            return new DominantResourceShare(0, weight);
        }
        long[] borrowed = new long[tree.resources()];
        for (int column = 0; column < tree.columns(); column++) {
            long beyond = Amount.subtract(view.usage(node, column), tree.subtreeQuota(node, column));
            if (beyond > 0) {
                int resource = tree.resourceOf(column);
                borrowed[resource] = Amount.add(borrowed[resource], beyond);
            }
        }
        double highest = 0;
        for (int resource = 0; resource < borrowed.length; resource++) {
            long lendable = tree.lendable(parent, resource);
            if (borrowed[resource] > 0 && lendable > 0) {
                highest = Math.max(highest, borrowed[resource] * 1000.0 / lendable);
            }
        }
        return new DominantResourceShare(highest, weight);
    }

    public boolean zero() {
        return ratio == 0;
    }

    public boolean infinite() {
        return weight == 0 && ratio > 0;
    }

    /** The share divided by the weight. */
    public double weighted() {
        if (zero()) {
            return 0;
        }
        return weight == 0 ? Double.POSITIVE_INFINITY : ratio / (weight / 1000.0);
    }

    @Override
    public int compareTo(DominantResourceShare other) {
        if (infinite() || other.infinite()) {
            return infinite() && other.infinite()
                    ? Double.compare(ratio, other.ratio)
                    : Boolean.compare(infinite(), other.infinite());
        }
        return Double.compare(weighted(), other.weighted());
    }
}

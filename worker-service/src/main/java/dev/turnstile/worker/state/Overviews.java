package dev.turnstile.worker.state;

import dev.turnstile.core.fairsharing.DominantResourceShare;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.snapshot.TreeState;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads cohorts off the core's trees. */
final class Overviews {
    private Overviews() {}

    /** How much a node borrows of what it could, weighted; the largest number where its weight is 0. */
    static long weightedShare(TreeState tree, int node) {
        double share = DominantResourceShare.of(tree.quotas(), tree, node).weighted();
        return Double.isInfinite(share) ? Long.MAX_VALUE : (long) Math.ceil(share);
    }

    /** How much a cohort borrows, weighted; 0 where there is none of that name. */
    static long cohortShare(Snapshot snapshot, String cohort) {
        for (int index = 0; index < snapshot.treeCount(); index++) {
            TreeState state = snapshot.tree(index);
            QuotaTree tree = state.quotas();
            for (int node = 0; node < tree.size(); node++) {
                if (!tree.isClusterQueue(node) && tree.name(node).equals(cohort)) {
                    return weightedShare(state, node);
                }
            }
        }
        return 0;
    }

    /** The highest cohort above a node, or null where there is none. */
    static @Nullable String root(QuotaTree tree, int node) {
        int top = node;
        while (tree.parent(top) != QuotaTree.NO_PARENT) {
            top = tree.parent(top);
        }
        return tree.isClusterQueue(top) ? null : tree.name(top);
    }

    static Map<String, Overview.CohortView> cohorts(Snapshot snapshot, Function<String, Tally> tallies) {
        Map<String, Overview.CohortView> cohorts = new TreeMap<>();
        for (int index = 0; index < snapshot.treeCount(); index++) {
            TreeState state = snapshot.tree(index);
            QuotaTree tree = state.quotas();
            for (int node = 0; node < tree.size(); node++) {
                if (!tree.isClusterQueue(node)) {
                    cohorts.put(tree.name(node), cohort(state, node, tallies));
                }
            }
        }
        return cohorts;
    }

    private static Overview.CohortView cohort(TreeState state, int node, Function<String, Tally> tallies) {
        QuotaTree tree = state.quotas();
        Map<FlavorResource, Long> quota = new TreeMap<>();
        for (int column = 0; column < tree.columns(); column++) {
            quota.put(tree.flavorResource(column), tree.subtreeQuota(node, column));
        }
        Map<FlavorResource, Long> reservation = new TreeMap<>();
        int admitted = 0;
        for (int below = 0; below < tree.size(); below++) {
            if (tree.isClusterQueue(below) && isBelow(tree, below, node)) {
                Tally tally = tallies.apply(tree.name(below));
                tally.reservation().forEach((key, amount) -> reservation.merge(key, amount, Long::sum));
                admitted += tally.admitted();
            }
        }
        quota.keySet().forEach(key -> reservation.putIfAbsent(key, 0L));
        String root = root(tree, node);
        return new Overview.CohortView(
                tree.parentName(node),
                root == null ? tree.name(node) : root,
                quota,
                reservation,
                admitted,
                weightedShare(state, node));
    }

    private static boolean isBelow(QuotaTree tree, int node, int above) {
        int at = node;
        while (at != QuotaTree.NO_PARENT && at != above) {
            at = tree.parent(at);
        }
        return at == above;
    }
}

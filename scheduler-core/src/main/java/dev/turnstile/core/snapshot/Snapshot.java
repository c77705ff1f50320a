package dev.turnstile.core.snapshot;

import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.FlavorResource;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The world of one cycle: specifications, quota trees and what is reserved in them. Immutable and shared: taking one
 * copies nothing.
 */
public final class Snapshot {

    /** Where a ClusterQueue is found: the index of its tree, its node there, and whether it may admit. */
    public record Place(ClusterQueue clusterQueue, int tree, int node, Availability availability) {}

    /** What changes only when a specification does. */
    record Structure(Map<String, Place> places, Map<String, ResourceFlavor> flavors) {}

    private final Structure structure;
    private final PersistentVector<TreeState> trees;

    Snapshot(Structure structure, PersistentVector<TreeState> trees) {
        this.structure = structure;
        this.trees = trees;
    }

    /** Whether no specification changed between the two. */
    @SuppressWarnings("ReferenceEquality") // a layout is shared until a specification changes
    public boolean sameStructure(Snapshot other) {
        return structure == other.structure;
    }

    /**
     * The trees of which no specification changed since an earlier snapshot: by the index that each had there, the one
     * that it has here.
     */
    public Map<Integer, Integer> treesKeptSince(Snapshot before) {
        IdentityHashMap<QuotaTree, Integer> were = new IdentityHashMap<>();
        for (int tree = 0; tree < before.treeCount(); tree++) {
            were.put(before.tree(tree).quotas(), tree);
        }
        Map<Integer, Integer> kept = new LinkedHashMap<>();
        for (int tree = 0; tree < treeCount(); tree++) {
            Integer was = were.get(tree(tree).quotas());
            if (was != null) {
                kept.put(was, tree);
            }
        }
        return kept;
    }

    public Set<String> clusterQueues() {
        return structure.places().keySet();
    }

    public @Nullable Place place(String clusterQueue) {
        return structure.places().get(clusterQueue);
    }

    public @Nullable ResourceFlavor flavor(String name) {
        return structure.flavors().get(name);
    }

    public TreeState tree(int index) {
        return trees.get(index);
    }

    public int treeCount() {
        return trees.size();
    }

    /** What a ClusterQueue uses of a flavor-resource; 0 where it is unknown. */
    public long usage(String clusterQueue, FlavorResource flavorResource) {
        Place place = place(clusterQueue);
        if (place == null) {
            return 0;
        }
        TreeState tree = tree(place.tree());
        int column = tree.quotas().column(flavorResource);
        return column < 0 ? 0 : tree.usage(place.node(), column);
    }

    /** What a ClusterQueue could still take of a flavor-resource; 0 where it is unknown. */
    public long available(String clusterQueue, FlavorResource flavorResource) {
        Place place = place(clusterQueue);
        if (place == null) {
            return 0;
        }
        TreeState tree = tree(place.tree());
        int column = tree.quotas().column(flavorResource);
        return column < 0 ? 0 : QuotaArithmetic.available(tree.quotas(), tree, place.node(), column);
    }
}

package dev.turnstile.core.quota;

import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One cohort tree, or one ClusterQueue without a cohort, laid out in arrays: nodes are numbered from the root (0)
 * downwards, flavor-resources are numbered columns, and an amount of a node is found in its cell ({@code node * columns
 * + column}). Immutable.
 */
public final class QuotaTree {
    public static final long UNLIMITED = -1;
    public static final int NO_PARENT = -1;

    /** What a node is made from; parents come before their children. */
    public record NodeSpecification(
            String name, boolean clusterQueue, int parent, long fairWeight, Map<FlavorResource, Quota> quotas) {}

    private final List<NodeSpecification> nodes;
    private final FlavorResource[] columns;
    private final Map<FlavorResource, Integer> columnOf = new TreeMap<>();
    private final int[] parents;
    private final int[][] children;
    private final int[] heights;
    private final int[] resourceOfColumn;
    private final int resourceCount;
    final long[] nominal;
    final long[] borrowingLimit;
    final long[] subtreeQuota;
    final long[] localQuota;
    final long[] potentialAvailable;
    private final long[] lendable;

    public QuotaTree(List<NodeSpecification> nodes, SortedSet<FlavorResource> alsoUsed) {
        this.nodes = List.copyOf(nodes);
        SortedSet<FlavorResource> all = new TreeSet<>(alsoUsed);
        nodes.forEach(node -> all.addAll(node.quotas().keySet()));
        columns = all.toArray(FlavorResource[]::new);
        List<String> resources = new ArrayList<>();
        resourceOfColumn = new int[columns.length];
        for (int column = 0; column < columns.length; column++) {
            columnOf.put(columns[column], column);
            int known = resources.indexOf(columns[column].resource());
            if (known < 0) {
                known = resources.size();
                resources.add(columns[column].resource());
            }
            resourceOfColumn[column] = known;
        }
        resourceCount = resources.size();
        parents = nodes.stream().mapToInt(NodeSpecification::parent).toArray();
        children = childrenOf(parents);
        heights = heightsOf(nodes, parents);
        int cells = nodes.size() * columns.length;
        nominal = new long[cells];
        borrowingLimit = new long[cells];
        Arrays.fill(borrowingLimit, UNLIMITED);
        long[] lendingLimit = new long[cells];
        Arrays.fill(lendingLimit, UNLIMITED);
        readQuotas(lendingLimit);
        subtreeQuota = nominal.clone();
        localQuota = new long[cells];
        addUp(lendingLimit);
        potentialAvailable = new long[cells];
        lendable = new long[nodes.size() * resourceCount];
        findPotential();
    }

    private static int[][] childrenOf(int[] parents) {
        int[] counts = new int[parents.length];
        for (int parent : parents) {
            if (parent != NO_PARENT) {
                counts[parent]++;
            }
        }
        int[][] children = new int[parents.length][];
        for (int node = 0; node < parents.length; node++) {
            children[node] = new int[counts[node]];
        }
        Arrays.fill(counts, 0);
        for (int node = 0; node < parents.length; node++) {
            int parent = parents[node];
            if (parent != NO_PARENT) {
                children[parent][counts[parent]++] = node;
            }
        }
        return children;
    }

    private static int[] heightsOf(List<NodeSpecification> nodes, int[] parents) {
        int[] heights = new int[parents.length];
        for (int node = parents.length - 1; node > 0; node--) {
            int parent = parents[node];
            int below = nodes.get(node).clusterQueue() ? 0 : heights[node];
            heights[parent] = Math.max(heights[parent], below + 1);
        }
        return heights;
    }

    private void readQuotas(long[] lendingLimit) {
        for (int node = 0; node < parents.length; node++) {
            for (Map.Entry<FlavorResource, Quota> entry :
                    nodes.get(node).quotas().entrySet()) {
                int cell = cell(node, column(entry.getKey()));
                Quota quota = entry.getValue();
                Long borrowing = quota.borrowingLimit();
                Long lending = quota.lendingLimit();
                nominal[cell] = quota.nominal();
                borrowingLimit[cell] = borrowing == null ? UNLIMITED : borrowing;
                lendingLimit[cell] = lending == null ? UNLIMITED : lending;
            }
        }
    }

    private void addUp(long[] lendingLimit) {
        for (int node = parents.length - 1; node >= 0; node--) {
            for (int column = 0; column < columns.length; column++) {
                int cell = cell(node, column);
                if (lendingLimit[cell] != UNLIMITED) {
                    localQuota[cell] = Math.max(0, Amount.subtract(subtreeQuota[cell], lendingLimit[cell]));
                }
                if (parents[node] != NO_PARENT) {
                    int above = cell(parents[node], column);
                    subtreeQuota[above] =
                            Amount.add(subtreeQuota[above], Amount.subtract(subtreeQuota[cell], localQuota[cell]));
                }
            }
        }
    }

    private void findPotential() {
        for (int node = 0; node < parents.length; node++) {
            for (int column = 0; column < columns.length; column++) {
                int cell = cell(node, column);
                if (parents[node] == NO_PARENT) {
                    potentialAvailable[cell] = subtreeQuota[cell];
                } else {
                    long reachable = Amount.add(localQuota[cell], potentialAvailable[cell(parents[node], column)]);
                    potentialAvailable[cell] = borrowingLimit[cell] == UNLIMITED
                            ? reachable
                            : Math.min(reachable, Amount.add(subtreeQuota[cell], borrowingLimit[cell]));
                }
                int resource = node * resourceCount + resourceOfColumn[column];
                lendable[resource] = Amount.add(lendable[resource], potentialAvailable[cell]);
            }
        }
    }

    public int size() {
        return parents.length;
    }

    public int columns() {
        return columns.length;
    }

    public FlavorResource flavorResource(int column) {
        return columns[column];
    }

    /** The column of that flavor-resource, or -1 where nobody in the tree has quota for it or uses it. */
    public int column(FlavorResource flavorResource) {
        return columnOf.getOrDefault(flavorResource, -1);
    }

    public int cell(int node, int column) {
        return node * columns.length + column;
    }

    public String name(int node) {
        return nodes.get(node).name();
    }

    public boolean isClusterQueue(int node) {
        return nodes.get(node).clusterQueue();
    }

    public int parent(int node) {
        return parents[node];
    }

    public int childCount(int node) {
        return children[node].length;
    }

    /** How many of the children are cohorts; those come first. */
    public int cohortChildCount(int node) {
        int count = 0;
        while (count < children[node].length && !isClusterQueue(children[node][count])) {
            count++;
        }
        return count;
    }

    public int child(int node, int index) {
        return children[node][index];
    }

    /** The distance to the furthest node below. */
    public int height(int node) {
        return heights[node];
    }

    public long fairWeight(int node) {
        return nodes.get(node).fairWeight();
    }

    public long nominal(int node, int column) {
        return nominal[cell(node, column)];
    }

    /** The borrowing limit, or {@link #UNLIMITED}. */
    public long borrowingLimit(int node, int column) {
        return borrowingLimit[cell(node, column)];
    }

    public long subtreeQuota(int node, int column) {
        return subtreeQuota[cell(node, column)];
    }

    public long localQuota(int node, int column) {
        return localQuota[cell(node, column)];
    }

    public long potentialAvailable(int node, int column) {
        return potentialAvailable[cell(node, column)];
    }

    public int resources() {
        return resourceCount;
    }

    public int resourceOf(int column) {
        return resourceOfColumn[column];
    }

    /** What this node could give away of a resource at most, over all flavors. */
    public long lendable(int node, int resource) {
        return lendable[node * resourceCount + resource];
    }

    /** Names from the root down, as in {@code /research/vision}. */
    public String path(int node) {
        List<String> names = new ArrayList<>();
        for (int above = node; above != NO_PARENT; above = parents[above]) {
            names.add(name(above));
        }
        return "/" + String.join("/", names.reversed());
    }

    public @Nullable String parentName(int node) {
        return parents[node] == NO_PARENT ? null : name(parents[node]);
    }
}

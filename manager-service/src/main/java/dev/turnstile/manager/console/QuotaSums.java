package dev.turnstile.manager.console;

import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.QuotaTree.NodeSpecification;
import dev.turnstile.core.quota.UsageView;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * One cohort tree, or one ClusterQueue without a cohort, with what is used, borrowed and lent in it: the scheduler's
 * own arithmetic on what the queues say of themselves.
 *
 * <p>Who has lent what is not written down anywhere, since quota is borrowed of a cohort and not of a queue. Goal: say
 * as much as can be known. Constraint: what the members of a node borrow, and do not get from above, somebody among
 * them has lent. Steps: from the root downwards, each member has lent at least what the idle quota of all others does
 * not explain, and at most its own idle quota. Example: a queue borrows 3 beside two with 2 and 4 idle: the first has
 * lent at most 2, the second at least 1 and at most 3.
 */
final class QuotaSums implements UsageView {

    /**
     * Who is in the tree; parents come before their children.
     *
     * @param parent its index; {@link QuotaTree#NO_PARENT} for the root
     * @param reserved of a ClusterQueue: what its workloads hold
     */
    record Member(
            String name,
            boolean clusterQueue,
            int parent,
            Map<FlavorResource, Quota> quotas,
            Map<FlavorResource, Long> reserved) {}

    /** What is known of one flavor and resource of one member, everything below it included. */
    record Figures(long nominal, long used, long borrowed, long lentAtLeast, long lentAtMost) {}

    private final QuotaTree tree;
    private final List<Member> members;
    /** As the scheduler counts: what a node keeps for itself is no usage of its parent. */
    private final long[] usage;

    private final boolean[] present;
    private final long[] nominal;
    private final long[] used;
    private final long[] lentAtLeast;
    private final long[] lentAtMost;

    QuotaSums(List<Member> members) {
        this.members = List.copyOf(members);
        var reserved = new TreeSet<FlavorResource>();
        members.forEach(member -> reserved.addAll(member.reserved().keySet()));
        tree = new QuotaTree(
                members.stream()
                        .map(member -> new NodeSpecification(
                                member.name(), member.clusterQueue(), member.parent(), 0, member.quotas()))
                        .toList(),
                reserved);
        int cells = tree.size() * tree.columns();
        usage = new long[cells];
        present = new boolean[cells];
        nominal = new long[cells];
        used = new long[cells];
        lentAtLeast = new long[cells];
        lentAtMost = new long[cells];
        for (int column = 0; column < tree.columns(); column++) {
            addUp(column);
            findLenders(column);
        }
    }

    private void addUp(int column) {
        var key = tree.flavorResource(column);
        for (int node = tree.size() - 1; node >= 0; node--) {
            int cell = tree.cell(node, column);
            var member = members.get(node);
            long own = member.reserved().getOrDefault(key, 0L);
            present[cell] |=
                    member.quotas().containsKey(key) || member.reserved().containsKey(key);
            nominal[cell] = Amount.add(nominal[cell], tree.nominal(node, column));
            used[cell] = Amount.add(used[cell], own);
            usage[cell] = Amount.add(usage[cell], own);
            if (member.parent() != QuotaTree.NO_PARENT) {
                int above = tree.cell(member.parent(), column);
                present[above] |= present[cell];
                nominal[above] = Amount.add(nominal[above], nominal[cell]);
                used[above] = Amount.add(used[above], used[cell]);
                usage[above] = Amount.add(
                        usage[above], Math.max(0, Amount.subtract(usage[cell], tree.localQuota(node, column))));
            }
        }
    }

    private void findLenders(int column) {
        long[] inside = new long[tree.size()];
        for (int node = 0; node < tree.size(); node++) {
            if (tree.isClusterQueue(node)) {
                continue;
            }
            long borrowedBelow = 0;
            // A cohort's own quota is lent whenever it is used.
            long idle = tree.nominal(node, column);
            for (int index = 0; index < tree.childCount(node); index++) {
                borrowedBelow = Amount.add(borrowedBelow, borrowed(tree.child(node, index), column));
                idle = Amount.add(idle, idle(tree.child(node, index), column));
            }
            inside[node] = Math.max(0, Amount.subtract(borrowedBelow, borrowed(node, column)));
            int cell = tree.cell(node, column);
            long least = Amount.add(lentAtLeast[cell], inside[node]);
            long most = Amount.add(lentAtMost[cell], inside[node]);
            for (int index = 0; index < tree.childCount(node); index++) {
                int child = tree.child(node, index);
                long own = idle(child, column);
                long others = Amount.subtract(idle, own);
                lentAtLeast[tree.cell(child, column)] = Math.max(0, Amount.subtract(least, others));
                lentAtMost[tree.cell(child, column)] = Math.min(most, own);
            }
        }
        // So far that of a cohort is what it has lent to others; its own have lent to each other as well.
        for (int node = tree.size() - 1; node >= 0; node--) {
            int cell = tree.cell(node, column);
            lentAtLeast[cell] = Amount.add(lentAtLeast[cell], inside[node]);
            lentAtMost[cell] = Amount.add(lentAtMost[cell], inside[node]);
            if (tree.parent(node) != QuotaTree.NO_PARENT) {
                inside[tree.parent(node)] = Amount.add(inside[tree.parent(node)], inside[node]);
            }
        }
    }

    private long borrowed(int node, int column) {
        return Math.max(0, Amount.subtract(usage(node, column), tree.subtreeQuota(node, column)));
    }

    /** What others could use of a node's quota, and perhaps do. */
    private long idle(int node, int column) {
        long local = tree.localQuota(node, column);
        long shared = Amount.subtract(tree.subtreeQuota(node, column), local);
        return Math.max(0, Amount.subtract(shared, Math.max(0, Amount.subtract(usage(node, column), local))));
    }

    @Override
    public long usage(int node, int column) {
        return usage[tree.cell(node, column)];
    }

    /** Every flavor and resource that a member, or somebody below it, has quota for or uses. */
    List<FlavorResource> of(int member) {
        return IntStream.range(0, tree.columns())
                .filter(column -> present[tree.cell(member, column)])
                .mapToObj(tree::flavorResource)
                .toList();
    }

    Figures figures(int member, FlavorResource key) {
        int column = tree.column(key);
        int cell = tree.cell(member, column);
        return new Figures(nominal[cell], used[cell], borrowed(member, column), lentAtLeast[cell], lentAtMost[cell]);
    }

    /** What a queue could reserve now without preempting anybody. */
    long free(int member, FlavorResource key) {
        int column = tree.column(key);
        return column < 0 ? 0 : Math.max(0, QuotaArithmetic.available(tree, this, member, column));
    }

    /** What a queue could reserve if nobody else used anything. */
    long atMost(int member, FlavorResource key) {
        int column = tree.column(key);
        return column < 0 ? 0 : tree.potentialAvailable(member, column);
    }
}

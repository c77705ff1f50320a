package dev.turnstile.core.snapshot;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.UsageView;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.Usage;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scratch paper on one tree of a snapshot: usage is added and removed here, and taken back exactly.
 *
 * <p>Only nodes that were touched are copied; every change remembers the value before, so that undoing does not compute
 * anything. Belongs to one thread.
 */
public final class Simulation implements UsageView {
    private static final int PAGE_BITS = 6;
    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;

    private final TreeState base;
    private final QuotaTree quotas;
    private final long[] @Nullable [] @Nullable [] pages;
    private int[] touched = new int[8];
    private int touchedCount;
    private int[] changedCells = new int[32];
    private long[] valuesBefore = new long[32];
    private int changes;
    private final Set<AdmittedWorkload> removed = new LinkedHashSet<>();

    public Simulation(TreeState base) {
        this.base = base;
        this.quotas = base.quotas();
        this.pages = new long[(quotas.size() >> PAGE_BITS) + 1][][];
    }

    public QuotaTree quotas() {
        return quotas;
    }

    public TreeState base() {
        return base;
    }

    @Override
    public long usage(int node, int column) {
        long[][] page = pages[node >> PAGE_BITS];
        if (page != null) {
            long[] own = page[node & PAGE_MASK];
            if (own != null) {
                return own[column];
            }
        }
        return base.usage(node, column);
    }

    /** The place in the history to which {@link #undoTo} leads back. */
    public int mark() {
        return changes;
    }

    public void undoTo(int mark) {
        while (changes > mark) {
            changes--;
            int node = changedCells[changes] / quotas.columns();
            scratch(node)[changedCells[changes] % quotas.columns()] = valuesBefore[changes];
        }
    }

    public void add(int node, Usage usage) {
        for (int i = 0; i < usage.size(); i++) {
            change(node, quotas.column(usage.flavorResource(i)), usage.amount(i));
        }
    }

    public void remove(int node, Usage usage) {
        for (int i = 0; i < usage.size(); i++) {
            change(node, quotas.column(usage.flavorResource(i)), -usage.amount(i));
        }
    }

    public void add(AdmittedWorkload workload) {
        for (int i = 0; i < workload.columnCount(); i++) {
            change(workload.node(), workload.column(i), workload.amount(i));
        }
    }

    public void remove(AdmittedWorkload workload) {
        for (int i = 0; i < workload.columnCount(); i++) {
            change(workload.node(), workload.column(i), -workload.amount(i));
        }
    }

    private void change(int start, int column, long amount) {
        int node = start;
        long delta = amount;
        while (delta != 0) {
            long[] usage = scratch(node);
            long before = usage[column];
            long after = Amount.add(before, delta);
            remember(quotas.cell(node, column), before);
            usage[column] = after;
            int parent = quotas.parent(node);
            if (parent == QuotaTree.NO_PARENT) {
                return;
            }
            long local = quotas.localQuota(node, column);
            delta = Amount.subtract(
                    Math.max(0, Amount.subtract(after, local)), Math.max(0, Amount.subtract(before, local)));
            node = parent;
        }
    }

    private void remember(int cell, long before) {
        if (changes == changedCells.length) {
            changedCells = Arrays.copyOf(changedCells, changes * 2);
            valuesBefore = Arrays.copyOf(valuesBefore, changes * 2);
        }
        changedCells[changes] = cell;
        valuesBefore[changes] = before;
        changes++;
    }

    private long[] scratch(int node) {
        long[][] page = pages[node >> PAGE_BITS];
        if (page == null) {
            page = new long[PAGE_MASK + 1][];
            pages[node >> PAGE_BITS] = page;
        }
        long[] own = page[node & PAGE_MASK];
        if (own == null) {
            own = new long[quotas.columns()];
            for (int column = 0; column < own.length; column++) {
                own[column] = base.usage(node, column);
            }
            page[node & PAGE_MASK] = own;
            if (touchedCount == touched.length) {
                touched = Arrays.copyOf(touched, touchedCount * 2);
            }
            touched[touchedCount++] = node;
        }
        return own;
    }

    /** Whether the workload is taken for gone by an open {@link #without}. */
    public boolean removed(AdmittedWorkload workload) {
        return !removed.isEmpty() && removed.contains(workload);
    }

    /**
     * The children of a cohort that may use more than their quota: those that did in the snapshot, and those whose
     * usage changed since. In ascending order.
     */
    public int[] childrenToCheck(int cohort) {
        OrderedSet<Integer> known = base.exceedingChildren(cohort);
        int[] nodes = new int[known.size() + touchedCount];
        int count = 0;
        for (int child : known) {
            nodes[count++] = child;
        }
        for (int i = 0; i < touchedCount; i++) {
            if (quotas.parent(touched[i]) == cohort && !known.contains(touched[i])) {
                nodes[count++] = touched[i];
            }
        }
        int[] found = Arrays.copyOf(nodes, count);
        Arrays.sort(found);
        return found;
    }

    /** Takes workloads for gone until closed. Every change made meanwhile is undone, too. */
    public Without without(Collection<AdmittedWorkload> workloads) {
        return new Without(workloads);
    }

    /** An open what-if; closing it leads back to where it began. */
    public final class Without implements AutoCloseable {
        private final int mark = mark();
        private final Collection<AdmittedWorkload> workloads;

        private Without(Collection<AdmittedWorkload> workloads) {
            this.workloads = workloads.stream().filter(removed::add).toList();
            this.workloads.forEach(Simulation.this::remove);
        }

        @Override
        public void close() {
            undoTo(mark);
            workloads.forEach(removed::remove);
        }
    }
}

package dev.turnstile.core.preemption;

import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.UsageView;
import dev.turnstile.core.resource.Usage;

/** What a workload asks a tree for, by column. */
public final class Demand {
    private final Usage usage;
    private final int[] columns;

    public Demand(QuotaTree tree, Usage usage) {
        this.usage = usage;
        columns = new int[usage.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = tree.column(usage.flavorResource(i));
        }
    }

    public Usage usage() {
        return usage;
    }

    public int size() {
        return columns.length;
    }

    public int column(int index) {
        return columns[index];
    }

    public long amount(int index) {
        return usage.amount(index);
    }

    /** Whether all of it is available to that ClusterQueue; without borrowing: from its own quota alone. */
    public boolean fits(QuotaTree tree, UsageView view, int queue, boolean borrowing) {
        for (int i = 0; i < columns.length; i++) {
            long amount = amount(i);
            if (!borrowing && QuotaArithmetic.borrowsWith(tree, view, queue, columns[i], amount)) {
                return false;
            }
            if (amount > QuotaArithmetic.available(tree, view, queue, columns[i])) {
                return false;
            }
        }
        return true;
    }
}

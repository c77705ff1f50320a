package dev.turnstile.core.snapshot;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.Comparator;

/**
 * A workload that holds quota in a ClusterQueue of one tree, with its usage resolved to the tree's columns.
 *
 * <p>The order is that in which workloads of one ClusterQueue are considered as victims: already evicted first, then
 * lower priority, then the most recent reservation, then the UID.
 */
public final class AdmittedWorkload {
    public static final Comparator<AdmittedWorkload> VICTIM_ORDER = Comparator.comparing(AdmittedWorkload::evicting)
            .reversed()
            .thenComparingInt(AdmittedWorkload::priority)
            .thenComparing(Comparator.comparing(AdmittedWorkload::reservedAt).reversed())
            .thenComparing(AdmittedWorkload::uid)
            .thenComparing(AdmittedWorkload::key);

    private final Workload workload;
    private final Instant reservedAt;
    private final Usage usage;
    private final int node;
    private final int[] columns;
    private final long[] amounts;

    AdmittedWorkload(Workload workload, Admission admission, QuotaTree tree, int node) {
        this.workload = workload;
        this.reservedAt = admission.reservedAt();
        this.usage = admission.usage();
        this.node = node;
        columns = new int[usage.size()];
        amounts = new long[usage.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = tree.column(usage.flavorResource(i));
            amounts[i] = usage.amount(i);
        }
    }

    public Workload workload() {
        return workload;
    }

    public WorkloadKey key() {
        return workload.key();
    }

    public String uid() {
        return workload.uid();
    }

    public int priority() {
        return workload.priority();
    }

    public boolean evicting() {
        return workload.evicting();
    }

    public Instant reservedAt() {
        return reservedAt;
    }

    public Usage usage() {
        return usage;
    }

    /** The node of its ClusterQueue. */
    public int node() {
        return node;
    }

    int columnCount() {
        return columns.length;
    }

    int column(int index) {
        return columns[index];
    }

    long amount(int index) {
        return amounts[index];
    }

    /** Whether it holds something of any of these columns. */
    public boolean uses(boolean[] wanted) {
        for (int column : columns) {
            if (wanted[column]) {
                return true;
            }
        }
        return false;
    }

    boolean resolved() {
        for (int column : columns) {
            if (column < 0) {
                return false;
            }
        }
        return true;
    }
}

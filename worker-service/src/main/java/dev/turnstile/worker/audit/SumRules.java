package dev.turnstile.worker.audit;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.TreeState;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.informer.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What must be true of the sums of the ledger: a ClusterQueue uses what its workloads hold, and a Cohort what its
 * children use beyond their own part. Sums that have saturated say nothing.
 */
final class SumRules {
    static final String SUM = "ledger_sum";

    private SumRules() {}

    static List<Finding> findings(TreeState tree) {
        List<Finding> findings = new ArrayList<>();
        for (int node = 0; node < tree.quotas().size(); node++) {
            compare(tree, node, findings);
        }
        return findings;
    }

    private static void compare(TreeState tree, int node, List<Finding> findings) {
        QuotaTree quotas = tree.quotas();
        long[] sums = quotas.isClusterQueue(node) ? held(tree, node) : ofChildren(tree, node);
        for (int column = 0; column < quotas.columns(); column++) {
            long used = tree.usage(node, column);
            if (used != sums[column] && !Amount.saturated(used) && !Amount.saturated(sums[column])) {
                String name = quotas.name(node);
                findings.add(new Finding(
                        SUM,
                        ObjectKey.of(name),
                        "%s %s uses %d of %s/%s in the ledger, and %d are held"
                                .formatted(
                                        quotas.isClusterQueue(node) ? "ClusterQueue" : "Cohort",
                                        name,
                                        used,
                                        quotas.flavorResource(column).flavor(),
                                        quotas.flavorResource(column).resource(),
                                        sums[column]),
                        tree.workloads(node).size() + " workloads"));
            }
        }
    }

    private static long[] held(TreeState tree, int node) {
        QuotaTree quotas = tree.quotas();
        long[] sums = new long[quotas.columns()];
        for (AdmittedWorkload workload : tree.workloads(node)) {
            for (int i = 0; i < workload.usage().size(); i++) {
                int column = quotas.column(workload.usage().flavorResource(i));
                if (column >= 0) {
                    sums[column] = Amount.add(sums[column], workload.usage().amount(i));
                }
            }
        }
        return sums;
    }

    private static long[] ofChildren(TreeState tree, int node) {
        QuotaTree quotas = tree.quotas();
        long[] sums = new long[quotas.columns()];
        for (int i = 0; i < quotas.childCount(node); i++) {
            int child = quotas.child(node, i);
            for (int column = 0; column < sums.length; column++) {
                long beyond = Amount.subtract(tree.usage(child, column), quotas.localQuota(child, column));
                sums[column] = Amount.add(sums[column], Math.max(0, beyond));
            }
        }
        return sums;
    }
}

package dev.turnstile.core.workload;

import java.util.List;

/**
 * Everything that a decision looks at in a pending workload besides its age: two workloads of one ClusterQueue with
 * equal equivalences get the same answer, so that one proved hopeless answers for the others. Compared as a whole, not
 * by a digest, so that no two different workloads are ever taken for equals.
 */
public record Equivalence(
        int priority,
        String namespace,
        List<PodSet> podSets,
        boolean preemptionGated,
        AdmissionConstraints constraints,
        int hash) {

    public static Equivalence of(Workload workload) {
        boolean gated = !workload.closedGates().isEmpty();
        String namespace = workload.key().namespace();
        int hash = workload.podSets().hashCode();
        hash = 31 * hash + workload.priority();
        hash = 31 * hash + namespace.hashCode();
        hash = 31 * hash + (gated ? 1 : 0);
        hash = 31 * hash + workload.constraints().hashCode();
        return new Equivalence(workload.priority(), namespace, workload.podSets(), gated, workload.constraints(), hash);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}

package dev.turnstile.core.workload;

import java.util.Comparator;

/** Namespace and name: what a workload is called as long as it exists. */
public record WorkloadKey(String namespace, String name) implements Comparable<WorkloadKey> {
    private static final Comparator<WorkloadKey> ORDER =
            Comparator.comparing(WorkloadKey::namespace).thenComparing(WorkloadKey::name);

    @Override
    public int compareTo(WorkloadKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}

package dev.turnstile.core.workload;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Namespace and name: what a workload is called as long as it exists. */
public record WorkloadKey(String namespace, String name) implements Comparable<WorkloadKey> {
    private static final Comparator<WorkloadKey> ORDER =
            Comparator.comparing(WorkloadKey::namespace).thenComparing(WorkloadKey::name);

    // Written out, as every look into a map needs it: without the optimising compiler, what a record gets by itself
    // takes ten times as long.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof WorkloadKey key && name.equals(key.name) && namespace.equals(key.namespace));
    }

    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + name.hashCode();
    }

    @Override
    public int compareTo(WorkloadKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}

package dev.turnstile.model.kueue;

/**
 * The class that a Workload has its priority from.
 *
 * @param group its API group
 * @param kind its kind, which belongs to that group
 * @param name its name
 */
public record PriorityClassRef(PriorityClassGroup group, PriorityClassKind kind, String name) {
    /** A reference to a WorkloadPriorityClass. */
    public static PriorityClassRef workloadPriorityClass(String name) {
        return new PriorityClassRef(PriorityClassGroup.KUEUE, PriorityClassKind.WORKLOAD_PRIORITY_CLASS, name);
    }

    /** A reference to a pods' PriorityClass. */
    public static PriorityClassRef podPriorityClass(String name) {
        return new PriorityClassRef(PriorityClassGroup.SCHEDULING, PriorityClassKind.PRIORITY_CLASS, name);
    }
}

package dev.turnstile.model.gate;

/** The preemption gates that are ours. */
public final class GateNames {
    /** On replicas, by manager-service at creation, which also opens it; others' gates belong to whoever set them. */
    public static final String MULTIKUEUE = "kueue.x-k8s.io/multikueue";

    /** A Workload has at most this many. */
    public static final int MAXIMUM_COUNT = 8;

    /** A name has at most this many characters. */
    public static final int MAXIMUM_LENGTH = 63;

    private GateNames() {}
}

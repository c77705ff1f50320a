package dev.turnstile.core.dispatch;

/** What a cluster has under the name of the local workload, as last seen. A {@link Replica} is the fourth case. */
public sealed interface Remote permits Remote.Unknown, Remote.Absent, Remote.Foreign, Replica {

    /** Never seen since this manager started: the cluster was not reachable yet. */
    record Unknown() implements Remote {}

    /** No object of that name. */
    record Absent() implements Remote {}

    /**
     * An object of that name without our origin label: never touched.
     *
     * @param description what it is, for the check's message, as in {@code Workload team/job-a-12345}
     */
    record Foreign(String description) implements Remote {}
}

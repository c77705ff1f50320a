package dev.turnstile.core.waiting;

import java.util.Optional;

/** Whether a workload may wait in the queues that it names: the one rule for those that are missing or stopped. */
public enum QueueAccess {
    /** It takes workloads. */
    OPEN,
    /** It does not exist. */
    MISSING,
    /** It exists, and takes no workload: it is stopped, or inactive for another reason. */
    CLOSED;

    /** What is in the way where its LocalQueue is so. */
    public Optional<Wait> ofLocalQueue(String name) {
        return switch (this) {
            case OPEN -> Optional.empty();
            case MISSING -> Optional.of(new Wait.NoLocalQueue(name));
            case CLOSED -> Optional.of(new Wait.StoppedLocalQueue(name));
        };
    }

    /** What is in the way where its ClusterQueue is so. */
    public Optional<Wait> ofClusterQueue(String name) {
        return switch (this) {
            case OPEN -> Optional.empty();
            case MISSING -> Optional.of(new Wait.NoClusterQueue(name));
            case CLOSED -> Optional.of(new Wait.InactiveClusterQueue(name, ""));
        };
    }
}

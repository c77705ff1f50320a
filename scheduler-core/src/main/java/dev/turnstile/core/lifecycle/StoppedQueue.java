package dev.turnstile.core.lifecycle;

import java.util.Arrays;
import java.util.Optional;

/** Which queue was stopped. */
public enum StoppedQueue {
    CLUSTER_QUEUE("ClusterQueue"),
    LOCAL_QUEUE("LocalQueue");

    private final String kind;

    StoppedQueue(String kind) {
        this.kind = kind;
    }

    /** The queue whose being stopped has that reason. */
    public static Optional<StoppedQueue> named(String reason) {
        return Arrays.stream(values())
                .filter(queue -> queue.stoppedReason().equals(reason))
                .findFirst();
    }

    /**
     * Whether who was drained from it queues in the moment in which it is let go, together with all others there. A
     * ClusterQueue takes those first who waited in it meanwhile, and who was drained once that is written.
     */
    public boolean takesBackAtOnce() {
        return this == LOCAL_QUEUE;
    }

    String stoppedReason() {
        return kind + "Stopped";
    }

    String stoppedMessage() {
        return "The " + kind + " is stopped";
    }

    String restartedReason() {
        return kind + "Restarted";
    }

    String restartedMessage() {
        return "The " + kind + " was restarted after being stopped";
    }
}

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
    static Optional<StoppedQueue> named(String reason) {
        return Arrays.stream(values())
                .filter(queue -> queue.stoppedReason().equals(reason))
                .findFirst();
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

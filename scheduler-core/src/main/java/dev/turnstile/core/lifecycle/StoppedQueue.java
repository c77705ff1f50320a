package dev.turnstile.core.lifecycle;

/** Which queue was stopped. */
public enum StoppedQueue {
    CLUSTER_QUEUE("ClusterQueue"),
    LOCAL_QUEUE("LocalQueue");

    private final String kind;

    StoppedQueue(String kind) {
        this.kind = kind;
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

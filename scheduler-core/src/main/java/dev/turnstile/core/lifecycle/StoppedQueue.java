package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.EvictionReason;
import dev.turnstile.vocabulary.RequeuedReason;
import java.util.Arrays;
import java.util.Optional;

/** Which queue was stopped. */
public enum StoppedQueue {
    CLUSTER_QUEUE("ClusterQueue", EvictionReason.CLUSTER_QUEUE_STOPPED, RequeuedReason.CLUSTER_QUEUE_RESTARTED),
    LOCAL_QUEUE("LocalQueue", EvictionReason.LOCAL_QUEUE_STOPPED, RequeuedReason.LOCAL_QUEUE_RESTARTED);

    private final String kind;
    private final EvictionReason stopped;
    private final RequeuedReason restarted;

    StoppedQueue(String kind, EvictionReason stopped, RequeuedReason restarted) {
        this.kind = kind;
        this.stopped = stopped;
        this.restarted = restarted;
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
        return stopped.text();
    }

    Message stoppedMessage() {
        return Message.of("The " + kind + " is stopped");
    }

    String restartedReason() {
        return restarted.text();
    }

    Message restartedMessage() {
        return Message.of("The " + kind + " was restarted after being stopped");
    }
}

package dev.turnstile.vocabulary;

/** Reasons of {@code Requeued=True}, set by worker-service. Those of {@code False} are {@link EvictionReason}. */
public enum RequeuedReason implements Word {
    /** It backed off long enough. */
    BACKOFF_FINISHED("BackoffFinished"),

    /** Its ClusterQueue admits again. */
    CLUSTER_QUEUE_RESTARTED("ClusterQueueRestarted"),

    /** Its LocalQueue admits again. */
    LOCAL_QUEUE_RESTARTED("LocalQueueRestarted"),

    /** It was activated again. */
    REACTIVATED("Reactivated");

    private final String text;

    RequeuedReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}

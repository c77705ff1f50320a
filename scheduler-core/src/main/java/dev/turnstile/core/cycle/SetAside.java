package dev.turnstile.core.cycle;

import dev.turnstile.core.message.Message;

/**
 * Why a workload is neither in a queue nor in the ledger. Each cause ends with an event that has the workload put
 * again, so none of them needs a time.
 *
 * @param localQueue the LocalQueue that it names
 * @param clusterQueue where it would wait, or the empty string
 * @param message why, in the words of its condition
 */
public record SetAside(Cause cause, String localQueue, String clusterQueue, Message message) {

    /** What keeps a workload from its queue. */
    public enum Cause {
        /** A gate in front of the queues holds it. */
        ON_HOLD,
        /** Something is wrong with it; it waits for its quota until somebody mends it. */
        INVALID,
        /** It could not use quota now: deactivated, without a queue, or waiting for replacement pods. */
        INACTIVE
    }

    /**
     * Whether it counts as pending: one that makes no sense waits for quota like any other, until somebody mends it.
     */
    public boolean pending() {
        return cause == Cause.INVALID && !clusterQueue.isEmpty();
    }
}

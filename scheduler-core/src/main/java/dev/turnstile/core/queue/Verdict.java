package dev.turnstile.core.queue;

/** What a cycle decided on a head that it did not admit. */
public enum Verdict {
    /** Another admission of the same cycle came first: it competes again at once. */
    RETRY,
    /** It waits for its victims, first in its queue. */
    WAITS_FOR_VICTIMS,
    /** No flavor fits at present, nor would one for its equivalence class. */
    NO_FIT,
    /** No workload can be preempted at present, nor could one for its equivalence class. */
    NO_CANDIDATES,
    /** Not at present, but others of its equivalence class may be admitted. */
    BLOCKED,
    /** Its namespace may not use the queue. */
    NAMESPACE_MISMATCH;

    /** Whether the room that its victims leave is its own from now on. */
    boolean claims(boolean before) {
        return switch (this) {
            case WAITS_FOR_VICTIMS -> true;
            case RETRY, BLOCKED -> before;
            case NO_FIT, NO_CANDIDATES, NAMESPACE_MISMATCH -> false;
        };
    }
}

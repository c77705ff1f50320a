package dev.turnstile.core.queue;

/** What becomes of a head that was not admitted. */
public enum Verdict {
    /** Something came in between; tried again at once. */
    RETRY,
    /** It waits for its victims, first in its queue. */
    WAITS_FOR_VICTIMS,
    /** No flavor can be had as things are, nor for its equals. */
    NO_FIT,
    /** Nobody can be preempted as things are, nor for its equals. */
    NO_CANDIDATES,
    /** Not as things are, but its equals may fare differently. */
    BLOCKED,
    /** Its namespace may not use the queue. */
    NAMESPACE_MISMATCH
}

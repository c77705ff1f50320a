package dev.turnstile.worker.write;

/** What became of a decision that was to be written, where nothing failed. */
public enum Written {
    /** It was sent, and the API shows it. */
    SENT,
    /** The API showed it already; nothing was sent. */
    SHOWN,
    /** It no longer stands on the object as that is now; nothing was sent. */
    OUTDATED
}

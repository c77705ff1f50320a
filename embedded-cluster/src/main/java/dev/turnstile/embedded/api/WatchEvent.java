package dev.turnstile.embedded.api;

import tools.jackson.databind.node.ObjectNode;

/** One change as a watcher sees it; the object is the listener's own copy. */
public record WatchEvent(Type type, ObjectNode object) {
    /** What happened. */
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        BOOKMARK,
        ERROR
    }
}

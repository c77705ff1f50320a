package dev.turnstile.embedded.api;

import tools.jackson.databind.node.ObjectNode;

/** One event of a watch; the object is the listener's own copy. */
public record WatchEvent(Type type, ObjectNode object) {
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        BOOKMARK,
        ERROR
    }
}

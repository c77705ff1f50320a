package dev.turnstile.embedded.api;

/** The verbs of resources, in the order of discovery documents. */
public enum Verb {
    CREATE,
    DELETE,
    DELETECOLLECTION,
    GET,
    LIST,
    PATCH,
    UPDATE,
    WATCH;

    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}

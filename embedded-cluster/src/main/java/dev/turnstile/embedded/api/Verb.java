package dev.turnstile.embedded.api;

/** What can be done to a resource, in the order in which discovery lists it. */
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

package dev.turnstile.deploy;

/** The part of an object that a write goes to. */
enum Subresource {
    /** Everything but the status. */
    OBJECT(""),
    /** The status only. */
    STATUS("/status");

    private final String path;

    Subresource(String path) {
        this.path = path;
    }

    /** What stands behind the object's own path. */
    String path() {
        return path;
    }
}

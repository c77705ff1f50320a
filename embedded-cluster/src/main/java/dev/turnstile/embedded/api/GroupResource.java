package dev.turnstile.embedded.api;

/** Names a kind of object whatever its version: {@code jobs.batch}. The core group is the empty string. */
public record GroupResource(String group, String resource) {
    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + "." + group;
    }
}

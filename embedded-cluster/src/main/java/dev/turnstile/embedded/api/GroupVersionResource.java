package dev.turnstile.embedded.api;

/** Names a kind of object as a client addresses it. */
public record GroupVersionResource(String group, String version, String resource) {
    public static GroupVersionResource core(String resource) {
        return new GroupVersionResource("", "v1", resource);
    }

    public GroupResource groupResource() {
        return new GroupResource(group, resource);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    @Override
    public String toString() {
        return resource + "." + version + (group.isEmpty() ? "" : "." + group);
    }
}

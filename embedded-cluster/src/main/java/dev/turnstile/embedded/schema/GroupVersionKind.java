package dev.turnstile.embedded.schema;

/** A kind's full name; {@code group} is empty for the core group. */
public record GroupVersionKind(String group, String version, String kind) {

    public static GroupVersionKind of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersionKind("", apiVersion, kind)
                : new GroupVersionKind(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** As Kubernetes prints it in messages: {@code batch/v1, Kind=Job}. */
    @Override
    public String toString() {
        return apiVersion() + ", Kind=" + kind;
    }
}

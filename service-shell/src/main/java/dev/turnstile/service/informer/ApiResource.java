package dev.turnstile.service.informer;

import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ResourceKind;

/**
 * A kind as it is addressed in paths.
 *
 * @param apiVersion group and version, or only the version for the core group
 * @param kind the kind's name
 * @param plural the name in paths
 * @param namespaced whether objects live in a namespace
 */
public record ApiResource(String apiVersion, String kind, String plural, boolean namespaced) {
    /** Jobs of Kubernetes itself. */
    public static final ApiResource JOB = new ApiResource("batch/v1", "Job", "jobs", true);

    public static final ApiResource POD = new ApiResource("v1", "Pod", "pods", true);

    /** Namespaces, whose labels decide who may use a ClusterQueue. */
    public static final ApiResource NAMESPACE = new ApiResource("v1", "Namespace", "namespaces", false);

    /** Priorities of pods. */
    public static final ApiResource PRIORITY_CLASS =
            new ApiResource("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", false);

    /** Runtime classes, whose pods take more than their containers. */
    public static final ApiResource RUNTIME_CLASS =
            new ApiResource("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", false);

    /** What containers of a namespace get where they say nothing, and may ask for at most. */
    public static final ApiResource LIMIT_RANGE = new ApiResource("v1", "LimitRange", "limitranges", true);

    /** Events as kubectl shows them. */
    public static final ApiResource EVENT = new ApiResource("v1", "Event", "events", true);

    /** One of our own kinds. */
    public static ApiResource of(ResourceKind<?, ?> kind) {
        return new ApiResource(ApiNames.API_VERSION, kind.kind(), kind.plural(), kind.namespaced());
    }

    /** Where all objects of this kind are listed. */
    public String path() {
        return root() + "/" + plural;
    }

    /** Where objects of one namespace are listed and created. */
    public String path(String namespace) {
        return namespaced ? root() + "/namespaces/" + namespace + "/" + plural : path();
    }

    /** Where one object is. */
    public String path(ObjectKey key) {
        return path(key.namespace()) + "/" + key.name();
    }

    private String root() {
        return apiVersion.contains("/") ? "/apis/" + apiVersion : "/api/" + apiVersion;
    }

    @Override
    public String toString() {
        return plural;
    }
}

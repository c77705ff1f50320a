package dev.turnstile.service.transcript;

import java.util.List;
import java.util.Map;

/** The kinds that occur in stories, and where the API has them. */
final class Kinds {
    private static final String KUEUE = "kueue.x-k8s.io/v1beta2";

    private record Place(String apiVersion, String plural, boolean namespaced) {}

    private static final Map<String, Place> PLACES = Map.ofEntries(
            Map.entry("Workload", new Place(KUEUE, "workloads", true)),
            Map.entry("ClusterQueue", new Place(KUEUE, "clusterqueues", false)),
            Map.entry("LocalQueue", new Place(KUEUE, "localqueues", true)),
            Map.entry("ResourceFlavor", new Place(KUEUE, "resourceflavors", false)),
            Map.entry("Cohort", new Place(KUEUE, "cohorts", false)),
            Map.entry("AdmissionCheck", new Place(KUEUE, "admissionchecks", false)),
            Map.entry("WorkloadPriorityClass", new Place(KUEUE, "workloadpriorityclasses", false)),
            Map.entry("MultiKueueConfig", new Place(KUEUE, "multikueueconfigs", false)),
            Map.entry("MultiKueueCluster", new Place(KUEUE, "multikueueclusters", false)),
            Map.entry("Job", new Place("batch/v1", "jobs", true)),
            Map.entry("Pod", new Place("v1", "pods", true)),
            Map.entry("Event", new Place("v1", "events", true)),
            Map.entry("Secret", new Place("v1", "secrets", true)),
            Map.entry("ConfigMap", new Place("v1", "configmaps", true)),
            Map.entry("Namespace", new Place("v1", "namespaces", false)),
            Map.entry("LimitRange", new Place("v1", "limitranges", true)),
            Map.entry("ResourceQuota", new Place("v1", "resourcequotas", true)),
            Map.entry("PriorityClass", new Place("scheduling.k8s.io/v1", "priorityclasses", false)),
            Map.entry("RuntimeClass", new Place("node.k8s.io/v1", "runtimeclasses", false)));

    /** Those whose state is compared; events are, too, in another way. */
    static final List<String> COMPARED = List.of(
            "Workload",
            "ClusterQueue",
            "LocalQueue",
            "ResourceFlavor",
            "Cohort",
            "AdmissionCheck",
            "WorkloadPriorityClass",
            "MultiKueueConfig",
            "MultiKueueCluster",
            "Job",
            "Pod");

    private Kinds() {}

    static String apiVersion(String kind) {
        return place(kind).apiVersion();
    }

    /** Where all objects of a kind are listed. */
    static String path(String kind) {
        Place place = place(kind);
        return (place.apiVersion().contains("/") ? "/apis/" : "/api/") + place.apiVersion() + "/" + place.plural();
    }

    /** Where the objects of a kind are created. */
    static String path(String kind, String namespace) {
        Place place = place(kind);
        String root = (place.apiVersion().contains("/") ? "/apis/" : "/api/") + place.apiVersion();
        return root + (place.namespaced() ? "/namespaces/" + namespace + "/" : "/") + place.plural();
    }

    private static Place place(String kind) {
        Place place = PLACES.get(kind);
        if (place == null) {
            throw new IllegalArgumentException(
                    "the player does not know where objects of kind " + kind + " are; add it to " + Kinds.class);
        }
        return place;
    }
}

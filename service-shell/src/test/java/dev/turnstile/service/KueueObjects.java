package dev.turnstile.service;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ApiResource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The kinds of Kueue, and how tests write and read objects of them. */
public abstract class KueueObjects {
    public static final ApiResource WORKLOAD = kueue("Workload", "workloads", true);
    public static final ApiResource CLUSTER_QUEUE = kueue("ClusterQueue", "clusterqueues", false);
    public static final ApiResource LOCAL_QUEUE = kueue("LocalQueue", "localqueues", true);
    public static final ApiResource FLAVOR = kueue("ResourceFlavor", "resourceflavors", false);
    public static final ApiResource PRIORITY = kueue("WorkloadPriorityClass", "workloadpriorityclasses", false);
    public static final ApiResource CHECK = kueue("AdmissionCheck", "admissionchecks", false);
    public static final ApiResource POD = new ApiResource("v1", "Pod", "pods", true);

    /** A kind of Kueue. */
    public static ApiResource kueue(String kind, String plural, boolean namespaced) {
        return new ApiResource("kueue.x-k8s.io/v1beta2", kind, plural, namespaced);
    }

    /** An object, or a part of one, that is written in YAML. */
    public static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    /** A condition in words: status, reason and message; empty where it was never set. */
    public static String condition(JsonNode object, String type) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.path("status").asString("") + " "
                        + condition.path("reason").asString("") + " "
                        + condition.path("message").asString("");
            }
        }
        return "";
    }
}
